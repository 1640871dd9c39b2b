-- The tables and views of a Ludex catalogue, in the dialect of SQLite, generated from the code. The module
-- ludex/catalogue/storage/tables.py describes the columns of the tables that all kinds share. The columns of the fact
-- tables follow from the kinds. PostgreSQL has the same tables and views. Each catalogue assigns its own numbers to
-- kinds, relations and statements, in name_number. Programs read the views, which are at the end; reference/sql.md in
-- the documentation describes them.

CREATE TABLE api_key (
    id VARCHAR NOT NULL,
    digest BLOB NOT NULL,
    owner VARCHAR NOT NULL,
    scopes VARCHAR NOT NULL,
    created VARCHAR NOT NULL,
    expires VARCHAR,
    revoked VARCHAR,
    CONSTRAINT pk_api_key PRIMARY KEY (id)
);

CREATE TABLE change (
    id INTEGER NOT NULL,
    kind SMALLINT NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_change PRIMARY KEY (id)
);

CREATE INDEX ix_change_kind_id ON change (kind, id);

CREATE INDEX ix_change_node ON change (node);

CREATE TABLE counter (
    counted VARCHAR NOT NULL,
    number SMALLINT NOT NULL,
    count BIGINT NOT NULL,
    CONSTRAINT pk_counter PRIMARY KEY (counted, number)
);

CREATE TABLE daily_calendar (
    game VARCHAR NOT NULL,
    first VARCHAR NOT NULL,
    start VARCHAR NOT NULL,
    pack VARCHAR,
    "order" VARCHAR NOT NULL,
    labels BLOB NOT NULL,
    CONSTRAINT pk_daily_calendar PRIMARY KEY (game, first)
);

CREATE TABLE daily_day (
    game VARCHAR NOT NULL,
    day VARCHAR NOT NULL,
    label VARCHAR NOT NULL,
    CONSTRAINT pk_daily_day PRIMARY KEY (game, day)
);

CREATE TABLE name_number (
    category VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    number SMALLINT NOT NULL,
    inverse VARCHAR,
    derived BOOLEAN,
    owned_by_target BOOLEAN,
    CONSTRAINT pk_name_number PRIMARY KEY (category, name),
    CONSTRAINT uq_name_number_category_number UNIQUE (category, number)
);

CREATE TABLE node (
    id INTEGER NOT NULL,
    kind SMALLINT NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    built_in BOOLEAN NOT NULL,
    CONSTRAINT pk_node PRIMARY KEY (id)
);

CREATE TABLE node_hash (
    hash BLOB NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_node_hash PRIMARY KEY (hash)
)
 WITHOUT ROWID;

CREATE TABLE rate (
    counted VARCHAR NOT NULL,
    count BIGINT NOT NULL,
    until FLOAT NOT NULL,
    CONSTRAINT pk_rate PRIMARY KEY (counted)
);

CREATE TABLE segment (
    kind SMALLINT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    change INTEGER NOT NULL,
    form VARCHAR NOT NULL,
    body BLOB NOT NULL,
    CONSTRAINT pk_segment PRIMARY KEY (kind, first)
);

CREATE TABLE starting_catalogue (
    version VARCHAR NOT NULL,
    CONSTRAINT pk_starting_catalogue PRIMARY KEY (version)
);

CREATE TABLE trash (
    id INTEGER NOT NULL,
    label VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    title TEXT NOT NULL,
    deleted VARCHAR NOT NULL,
    replaced_by VARCHAR,
    owner VARCHAR,
    lines BLOB NOT NULL,
    CONSTRAINT pk_trash PRIMARY KEY (id)
);

CREATE INDEX ix_trash_deleted ON trash (deleted);

CREATE INDEX ix_trash_label ON trash (label);

CREATE TABLE alias (
    id INTEGER NOT NULL,
    kind SMALLINT NOT NULL,
    slug VARCHAR NOT NULL,
    node INTEGER NOT NULL,
    built_in BOOLEAN NOT NULL,
    checksum BIGINT NOT NULL,
    CONSTRAINT pk_alias PRIMARY KEY (id),
    CONSTRAINT uq_alias_kind_slug UNIQUE (kind, slug),
    CONSTRAINT fk_alias_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_alias_node ON alias (node);

CREATE INDEX ix_alias_slug ON alias (slug);

CREATE TABLE annotation (
    node INTEGER NOT NULL,
    title TEXT,
    tags VARCHAR NOT NULL,
    note TEXT,
    data TEXT,
    CONSTRAINT pk_annotation PRIMARY KEY (node),
    CONSTRAINT fk_annotation_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_annotation_title ON annotation (substr(title, 1, 200));

CREATE TABLE claim (
    id INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    statement SMALLINT NOT NULL,
    parameters VARCHAR NOT NULL,
    value TEXT,
    lower VARCHAR,
    upper VARCHAR,
    proved BOOLEAN NOT NULL,
    evidence VARCHAR,
    method BLOB NOT NULL,
    certificate BLOB,
    engine VARCHAR NOT NULL,
    search_nodes BIGINT,
    seconds FLOAT,
    checked VARCHAR,
    checked_by VARCHAR,
    provenance_checksum BIGINT NOT NULL,
    CONSTRAINT pk_claim PRIMARY KEY (id),
    CONSTRAINT uq_claim_subject_statement_parameters UNIQUE (subject, statement, parameters),
    CONSTRAINT fk_claim_subject FOREIGN KEY(subject) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_claim_evidence_statement_id ON claim (evidence, statement, id);

CREATE INDEX ix_claim_statement_id ON claim (statement, id);

CREATE INDEX ix_claim_statement_proved_id ON claim (statement, proved, id);

CREATE TABLE document (
    node INTEGER NOT NULL,
    body BLOB NOT NULL,
    rest BLOB,
    CONSTRAINT pk_document PRIMARY KEY (node),
    CONSTRAINT fk_document_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE job_object (
    id INTEGER NOT NULL,
    job VARCHAR NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_job_object PRIMARY KEY (id),
    CONSTRAINT uq_job_object_node_job UNIQUE (node, job),
    CONSTRAINT fk_job_object_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_job_object_job_id ON job_object (job, id);

CREATE TABLE link (
    source INTEGER NOT NULL,
    relation SMALLINT NOT NULL,
    target INTEGER NOT NULL,
    place BIGINT NOT NULL,
    detail TEXT,
    CONSTRAINT pk_link PRIMARY KEY (source, relation, target, place),
    CONSTRAINT fk_link_source FOREIGN KEY(source) REFERENCES node (id) ON DELETE RESTRICT,
    CONSTRAINT fk_link_target FOREIGN KEY(target) REFERENCES node (id) ON DELETE RESTRICT
)
 WITHOUT ROWID;

CREATE INDEX ix_link_target_relation_source ON link (target, relation, source);

CREATE TABLE ownership (
    node INTEGER NOT NULL,
    owner VARCHAR NOT NULL,
    CONSTRAINT pk_ownership PRIMARY KEY (node),
    CONSTRAINT fk_ownership_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_ownership_owner ON ownership (owner);

CREATE TABLE redirect (
    label VARCHAR NOT NULL,
    target INTEGER NOT NULL,
    CONSTRAINT pk_redirect PRIMARY KEY (label),
    CONSTRAINT fk_redirect_target FOREIGN KEY(target) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_redirect_target ON redirect (target);

CREATE TABLE tag (
    tag VARCHAR NOT NULL,
    node INTEGER NOT NULL,
    CONSTRAINT pk_tag PRIMARY KEY (tag, node),
    CONSTRAINT fk_tag_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
)
 WITHOUT ROWID;

CREATE INDEX ix_tag_node ON tag (node);

CREATE TABLE trusted (
    node INTEGER NOT NULL,
    CONSTRAINT pk_trusted PRIMARY KEY (node),
    CONSTRAINT fk_trusted_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE verified (
    node INTEGER NOT NULL,
    at VARCHAR NOT NULL,
    CONSTRAINT pk_verified PRIMARY KEY (node),
    CONSTRAINT fk_verified_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_verified_at ON verified (at);

CREATE TABLE swish_card (
    node INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    height BIGINT NOT NULL,
    width BIGINT NOT NULL,
    points BIGINT NOT NULL,
    circles BIGINT NOT NULL,
    configurations BIGINT NOT NULL,
    CONSTRAINT pk_swish_card PRIMARY KEY (node),
    CONSTRAINT fk_swish_card_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_deck (
    node INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    height BIGINT NOT NULL,
    width BIGINT NOT NULL,
    size BIGINT NOT NULL,
    title VARCHAR NOT NULL,
    distinct_cards BIGINT NOT NULL,
    CONSTRAINT pk_swish_deck PRIMARY KEY (node),
    CONSTRAINT fk_swish_deck_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_hypergraph (
    node INTEGER NOT NULL,
    nodes BIGINT NOT NULL,
    arcs BIGINT NOT NULL,
    hypernodes BIGINT NOT NULL,
    CONSTRAINT pk_swish_hypergraph PRIMARY KEY (node),
    CONSTRAINT fk_swish_hypergraph_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_position (
    node INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    height BIGINT NOT NULL,
    width BIGINT NOT NULL,
    size BIGINT NOT NULL,
    distinct_cards BIGINT NOT NULL,
    largest_size BIGINT,
    largest_proved BOOLEAN,
    grade BIGINT,
    CONSTRAINT pk_swish_position PRIMARY KEY (node),
    CONSTRAINT fk_swish_position_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_swish (
    node INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    height BIGINT NOT NULL,
    width BIGINT NOT NULL,
    size BIGINT NOT NULL,
    CONSTRAINT pk_swish_swish PRIMARY KEY (node),
    CONSTRAINT fk_swish_swish_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_no_swish_set (
    node INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    height BIGINT NOT NULL,
    width BIGINT NOT NULL,
    size BIGINT NOT NULL,
    CONSTRAINT pk_swish_no_swish_set PRIMARY KEY (node),
    CONSTRAINT fk_swish_no_swish_set_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_board (
    node INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    height BIGINT NOT NULL,
    width BIGINT NOT NULL,
    cards BIGINT NOT NULL,
    largest_no_swish_set BIGINT NOT NULL,
    maximum_sets VARCHAR NOT NULL,
    CONSTRAINT pk_swish_board PRIMARY KEY (node),
    CONSTRAINT fk_swish_board_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE swish_pack (
    node INTEGER NOT NULL,
    slug VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    least_grade BIGINT,
    greatest_grade BIGINT,
    CONSTRAINT pk_swish_pack PRIMARY KEY (node),
    CONSTRAINT fk_swish_pack_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_card (
    node INTEGER NOT NULL,
    properties BIGINT NOT NULL,
    "values" BIGINT NOT NULL,
    code VARCHAR NOT NULL,
    CONSTRAINT pk_set_card PRIMARY KEY (node),
    CONSTRAINT fk_set_card_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_deck (
    node INTEGER NOT NULL,
    properties BIGINT NOT NULL,
    "values" BIGINT NOT NULL,
    title VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    CONSTRAINT pk_set_deck PRIMARY KEY (node),
    CONSTRAINT fk_set_deck_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_position (
    node INTEGER NOT NULL,
    properties BIGINT NOT NULL,
    "values" BIGINT NOT NULL,
    size BIGINT NOT NULL,
    sets VARCHAR,
    has_set BOOLEAN,
    grade BIGINT,
    CONSTRAINT pk_set_position PRIMARY KEY (node),
    CONSTRAINT fk_set_position_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_found_set (
    node INTEGER NOT NULL,
    properties BIGINT NOT NULL,
    "values" BIGINT NOT NULL,
    differing BIGINT NOT NULL,
    CONSTRAINT pk_set_found_set PRIMARY KEY (node),
    CONSTRAINT fk_set_found_set_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_cap (
    node INTEGER NOT NULL,
    properties BIGINT NOT NULL,
    "values" BIGINT NOT NULL,
    size BIGINT NOT NULL,
    complete BOOLEAN NOT NULL,
    largest BOOLEAN NOT NULL,
    proved BOOLEAN,
    CONSTRAINT pk_set_cap PRIMARY KEY (node),
    CONSTRAINT fk_set_cap_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_game (
    node INTEGER NOT NULL,
    properties BIGINT NOT NULL,
    "values" BIGINT NOT NULL,
    seed VARCHAR NOT NULL,
    sets_wanted BIGINT,
    solver VARCHAR NOT NULL,
    finished VARCHAR NOT NULL,
    sets BIGINT NOT NULL,
    rounds BIGINT NOT NULL,
    final_cards BIGINT NOT NULL,
    CONSTRAINT pk_set_game PRIMARY KEY (node),
    CONSTRAINT fk_set_game_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE set_pack (
    node INTEGER NOT NULL,
    slug VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    least_grade BIGINT,
    greatest_grade BIGINT,
    CONSTRAINT pk_set_pack PRIMARY KEY (node),
    CONSTRAINT fk_set_pack_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE planarity_graph (
    node INTEGER NOT NULL,
    vertices BIGINT NOT NULL,
    edges BIGINT NOT NULL,
    degrees VARCHAR NOT NULL,
    min_degree BIGINT NOT NULL,
    max_degree BIGINT NOT NULL,
    components BIGINT NOT NULL,
    connected BOOLEAN NOT NULL,
    planar BOOLEAN NOT NULL,
    outerplanar BOOLEAN NOT NULL,
    tree BOOLEAN NOT NULL,
    forest BOOLEAN NOT NULL,
    bipartite BOOLEAN NOT NULL,
    girth BIGINT,
    automorphisms VARCHAR NOT NULL,
    CONSTRAINT pk_planarity_graph PRIMARY KEY (node),
    CONSTRAINT fk_planarity_graph_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE planarity_x_type (
    node INTEGER NOT NULL,
    points BIGINT NOT NULL,
    CONSTRAINT pk_planarity_x_type PRIMARY KEY (node),
    CONSTRAINT fk_planarity_x_type_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE planarity_order_type (
    node INTEGER NOT NULL,
    points BIGINT NOT NULL,
    hull BIGINT NOT NULL,
    x_type INTEGER NOT NULL,
    CONSTRAINT pk_planarity_order_type PRIMARY KEY (node),
    CONSTRAINT fk_planarity_order_type_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT,
    CONSTRAINT fk_planarity_order_type_x_type FOREIGN KEY(x_type) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_planarity_order_type_x_type ON planarity_order_type (x_type, node);

CREATE TABLE planarity_level (
    node INTEGER NOT NULL,
    vertices BIGINT NOT NULL,
    edges BIGINT NOT NULL,
    crossings BIGINT NOT NULL,
    min_swaps BIGINT,
    arrangements VARCHAR,
    sequences VARCHAR,
    hull BIGINT NOT NULL,
    grid_delta BIGINT NOT NULL,
    proved BOOLEAN NOT NULL,
    reachable BOOLEAN,
    orders VARCHAR,
    crossings_must_rise BOOLEAN,
    steepest_descent BOOLEAN,
    independent_swaps BIGINT,
    grade BIGINT,
    source VARCHAR NOT NULL,
    graph INTEGER NOT NULL,
    order_type INTEGER NOT NULL,
    CONSTRAINT pk_planarity_level PRIMARY KEY (node),
    CONSTRAINT fk_planarity_level_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT,
    CONSTRAINT fk_planarity_level_graph FOREIGN KEY(graph) REFERENCES node (id) ON DELETE RESTRICT,
    CONSTRAINT fk_planarity_level_order_type FOREIGN KEY(order_type) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_planarity_level_graph ON planarity_level (graph, node);

CREATE INDEX ix_planarity_level_order_type ON planarity_level (order_type, node);

CREATE TABLE planarity_census_class (
    node INTEGER NOT NULL,
    vertices BIGINT NOT NULL,
    edges BIGINT NOT NULL,
    crossings BIGINT NOT NULL,
    min_swaps BIGINT,
    arrangements VARCHAR,
    sequences VARCHAR,
    graph INTEGER NOT NULL,
    order_type INTEGER NOT NULL,
    CONSTRAINT pk_planarity_census_class PRIMARY KEY (node),
    CONSTRAINT fk_planarity_census_class_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT,
    CONSTRAINT fk_planarity_census_class_graph FOREIGN KEY(graph) REFERENCES node (id) ON DELETE RESTRICT,
    CONSTRAINT fk_planarity_census_class_order_type FOREIGN KEY(order_type) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE INDEX ix_planarity_census_class_graph ON planarity_census_class (graph, node);

CREATE INDEX ix_planarity_census_class_order_type ON planarity_census_class (order_type, node);

CREATE TABLE planarity_pack (
    node INTEGER NOT NULL,
    slug VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    least_grade BIGINT,
    greatest_grade BIGINT,
    CONSTRAINT pk_planarity_pack PRIMARY KEY (node),
    CONSTRAINT fk_planarity_pack_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE planarity_census (
    node INTEGER NOT NULL,
    vertices BIGINT NOT NULL,
    classes BIGINT NOT NULL,
    largest_min_swaps BIGINT,
    CONSTRAINT pk_planarity_census PRIMARY KEY (node),
    CONSTRAINT fk_planarity_census_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE TABLE planarity_collection (
    node INTEGER NOT NULL,
    collection VARCHAR NOT NULL,
    points BIGINT NOT NULL,
    size VARCHAR NOT NULL,
    CONSTRAINT pk_planarity_collection PRIMARY KEY (node),
    CONSTRAINT fk_planarity_collection_node FOREIGN KEY(node) REFERENCES node (id) ON DELETE RESTRICT
);

CREATE VIEW objects AS
SELECT
    object.id,
    object.label,
    kind.name AS kind,
    object.built_in
FROM node AS object
    LEFT JOIN name_number AS kind ON kind.category = 'kind' AND kind.number = object.kind;

CREATE VIEW aliases AS
SELECT
    alias.slug,
    kind.name AS kind,
    alias.node AS object_id,
    object.label AS object
FROM alias
    LEFT JOIN node AS object ON object.id = alias.node
    LEFT JOIN name_number AS kind ON kind.category = 'kind' AND kind.number = alias.kind;

CREATE VIEW annotations AS
SELECT
    annotation.node AS object_id,
    object.label AS object,
    kind.name AS kind,
    annotation.title,
    annotation.tags,
    annotation.note,
    annotation.data
FROM annotation
    LEFT JOIN node AS object ON object.id = annotation.node
    LEFT JOIN name_number AS kind ON kind.category = 'kind' AND kind.number = object.kind;

CREATE VIEW tags AS
SELECT
    tag.tag,
    tag.node AS object_id,
    object.label AS object,
    kind.name AS kind
FROM tag
    LEFT JOIN node AS object ON object.id = tag.node
    LEFT JOIN name_number AS kind ON kind.category = 'kind' AND kind.number = object.kind;

CREATE VIEW links AS
SELECT
    link.source AS source_id,
    source.label AS source,
    source_kind.name AS source_kind,
    relation.name AS relation,
    relation.inverse,
    link.target AS target_id,
    target.label AS target,
    target_kind.name AS target_kind,
    link.place,
    link.detail
FROM link
    LEFT JOIN name_number AS relation ON relation.category = 'relation' AND relation.number = link.relation
    LEFT JOIN node AS source ON source.id = link.source
    LEFT JOIN name_number AS source_kind ON source_kind.category = 'kind' AND source_kind.number = source.kind
    LEFT JOIN node AS target ON target.id = link.target
    LEFT JOIN name_number AS target_kind ON target_kind.category = 'kind' AND target_kind.number = target.kind;

CREATE VIEW claims AS
SELECT
    claim.id,
    claim.subject AS subject_id,
    subject.label AS subject,
    subject_kind.name AS subject_kind,
    statement.name AS statement,
    claim.parameters,
    CASE WHEN claim.value GLOB '*[0-9]' AND ltrim(claim.value, '-') NOT GLOB '*[^0-9]*' THEN CASE WHEN printf('%04d', length(claim.value)) || claim.value <= '00199223372036854775807' THEN CAST(claim.value AS INTEGER) ELSE claim.value END END AS value,
    claim.value AS value_json,
    CASE WHEN claim.lower <= '00199223372036854775807' THEN CAST(substr(claim.lower, 5) AS INTEGER) ELSE substr(claim.lower, 5) END AS lower,
    CASE WHEN claim.upper <= '00199223372036854775807' THEN CAST(substr(claim.upper, 5) AS INTEGER) ELSE substr(claim.upper, 5) END AS upper,
    claim.proved,
    claim.evidence,
    claim.engine,
    claim.search_nodes,
    claim.seconds,
    claim.checked,
    claim.checked_by
FROM claim
    LEFT JOIN name_number AS statement ON statement.category = 'statement' AND statement.number = claim.statement
    LEFT JOIN node AS subject ON subject.id = claim.subject
    LEFT JOIN name_number AS subject_kind ON subject_kind.category = 'kind' AND subject_kind.number = subject.kind;

CREATE VIEW swish_cards AS
SELECT
    facts.node AS id,
    object.label,
    facts.symmetry,
    facts.height,
    facts.width,
    facts.points,
    facts.circles,
    facts.configurations
FROM swish_card AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_decks AS
SELECT
    facts.node AS id,
    object.label,
    facts.symmetry,
    facts.height,
    facts.width,
    facts.size,
    facts.title,
    facts.distinct_cards
FROM swish_deck AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_hypergraphs AS
SELECT
    facts.node AS id,
    object.label,
    facts.nodes,
    facts.arcs,
    facts.hypernodes
FROM swish_hypergraph AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_positions AS
SELECT
    facts.node AS id,
    object.label,
    facts.symmetry,
    facts.height,
    facts.width,
    facts.size,
    facts.distinct_cards,
    facts.largest_size,
    facts.largest_proved,
    facts.grade
FROM swish_position AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_swishes AS
SELECT
    facts.node AS id,
    object.label,
    facts.symmetry,
    facts.height,
    facts.width,
    facts.size
FROM swish_swish AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_no_swish_sets AS
SELECT
    facts.node AS id,
    object.label,
    facts.symmetry,
    facts.height,
    facts.width,
    facts.size
FROM swish_no_swish_set AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_whole_boards AS
SELECT
    facts.node AS id,
    object.label,
    facts.symmetry,
    facts.height,
    facts.width,
    facts.cards,
    facts.largest_no_swish_set,
    CASE WHEN facts.maximum_sets <= '00199223372036854775807' THEN CAST(substr(facts.maximum_sets, 5) AS INTEGER) ELSE substr(facts.maximum_sets, 5) END AS maximum_sets
FROM swish_board AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW swish_packs AS
SELECT
    facts.node AS id,
    object.label,
    facts.slug,
    facts.title,
    facts.size,
    facts.least_grade,
    facts.greatest_grade
FROM swish_pack AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_cards AS
SELECT
    facts.node AS id,
    object.label,
    facts.properties,
    facts."values",
    facts.code
FROM set_card AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_decks AS
SELECT
    facts.node AS id,
    object.label,
    facts.properties,
    facts."values",
    facts.title,
    facts.size
FROM set_deck AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_positions AS
SELECT
    facts.node AS id,
    object.label,
    facts.properties,
    facts."values",
    facts.size,
    CASE WHEN facts.sets <= '00199223372036854775807' THEN CAST(substr(facts.sets, 5) AS INTEGER) ELSE substr(facts.sets, 5) END AS sets,
    facts.has_set,
    facts.grade
FROM set_position AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_found_sets AS
SELECT
    facts.node AS id,
    object.label,
    facts.properties,
    facts."values",
    facts.differing
FROM set_found_set AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_caps AS
SELECT
    facts.node AS id,
    object.label,
    facts.properties,
    facts."values",
    facts.size,
    facts.complete,
    facts.largest,
    facts.proved
FROM set_cap AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_games AS
SELECT
    facts.node AS id,
    object.label,
    facts.properties,
    facts."values",
    CASE WHEN facts.seed <= '00199223372036854775807' THEN CAST(substr(facts.seed, 5) AS INTEGER) ELSE substr(facts.seed, 5) END AS seed,
    facts.sets_wanted,
    facts.solver,
    facts.finished,
    facts.sets,
    facts.rounds,
    facts.final_cards
FROM set_game AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW sets_packs AS
SELECT
    facts.node AS id,
    object.label,
    facts.slug,
    facts.title,
    facts.size,
    facts.least_grade,
    facts.greatest_grade
FROM set_pack AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW planarity_graphs AS
SELECT
    facts.node AS id,
    object.label,
    facts.vertices,
    facts.edges,
    facts.degrees,
    facts.min_degree,
    facts.max_degree,
    facts.components,
    facts.connected,
    facts.planar,
    facts.outerplanar,
    facts.tree,
    facts.forest,
    facts.bipartite,
    facts.girth,
    CASE WHEN facts.automorphisms <= '00199223372036854775807' THEN CAST(substr(facts.automorphisms, 5) AS INTEGER) ELSE substr(facts.automorphisms, 5) END AS automorphisms
FROM planarity_graph AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW planarity_x_types AS
SELECT
    facts.node AS id,
    object.label,
    facts.points
FROM planarity_x_type AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW planarity_order_types AS
SELECT
    facts.node AS id,
    object.label,
    facts.points,
    facts.hull,
    to_x_type.label AS x_type,
    facts.x_type AS x_type_id
FROM planarity_order_type AS facts
    LEFT JOIN node AS object ON object.id = facts.node
    LEFT JOIN node AS to_x_type ON to_x_type.id = facts.x_type;

CREATE VIEW planarity_levels AS
SELECT
    facts.node AS id,
    object.label,
    facts.vertices,
    facts.edges,
    facts.crossings,
    facts.min_swaps,
    CASE WHEN facts.arrangements <= '00199223372036854775807' THEN CAST(substr(facts.arrangements, 5) AS INTEGER) ELSE substr(facts.arrangements, 5) END AS arrangements,
    CASE WHEN facts.sequences <= '00199223372036854775807' THEN CAST(substr(facts.sequences, 5) AS INTEGER) ELSE substr(facts.sequences, 5) END AS sequences,
    facts.hull,
    facts.grid_delta,
    facts.proved,
    facts.reachable,
    CASE WHEN facts.orders <= '00199223372036854775807' THEN CAST(substr(facts.orders, 5) AS INTEGER) ELSE substr(facts.orders, 5) END AS orders,
    facts.crossings_must_rise,
    facts.steepest_descent,
    facts.independent_swaps,
    facts.grade,
    facts.source,
    to_graph.label AS graph,
    facts.graph AS graph_id,
    to_order_type.label AS order_type,
    facts.order_type AS order_type_id
FROM planarity_level AS facts
    LEFT JOIN node AS object ON object.id = facts.node
    LEFT JOIN node AS to_graph ON to_graph.id = facts.graph
    LEFT JOIN node AS to_order_type ON to_order_type.id = facts.order_type;

CREATE VIEW planarity_census_classes AS
SELECT
    facts.node AS id,
    object.label,
    facts.vertices,
    facts.edges,
    facts.crossings,
    facts.min_swaps,
    CASE WHEN facts.arrangements <= '00199223372036854775807' THEN CAST(substr(facts.arrangements, 5) AS INTEGER) ELSE substr(facts.arrangements, 5) END AS arrangements,
    CASE WHEN facts.sequences <= '00199223372036854775807' THEN CAST(substr(facts.sequences, 5) AS INTEGER) ELSE substr(facts.sequences, 5) END AS sequences,
    to_graph.label AS graph,
    facts.graph AS graph_id,
    to_order_type.label AS order_type,
    facts.order_type AS order_type_id
FROM planarity_census_class AS facts
    LEFT JOIN node AS object ON object.id = facts.node
    LEFT JOIN node AS to_graph ON to_graph.id = facts.graph
    LEFT JOIN node AS to_order_type ON to_order_type.id = facts.order_type;

CREATE VIEW planarity_packs AS
SELECT
    facts.node AS id,
    object.label,
    facts.slug,
    facts.title,
    facts.size,
    facts.least_grade,
    facts.greatest_grade
FROM planarity_pack AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW planarity_censuses AS
SELECT
    facts.node AS id,
    object.label,
    facts.vertices,
    facts.classes,
    facts.largest_min_swaps
FROM planarity_census AS facts
    LEFT JOIN node AS object ON object.id = facts.node;

CREATE VIEW planarity_collections AS
SELECT
    facts.node AS id,
    object.label,
    facts.collection,
    facts.points,
    CASE WHEN facts.size <= '00199223372036854775807' THEN CAST(substr(facts.size, 5) AS INTEGER) ELSE substr(facts.size, 5) END AS size
FROM planarity_collection AS facts
    LEFT JOIN node AS object ON object.id = facts.node;
