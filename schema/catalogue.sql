-- The tables of a Ludex catalogue, in the dialect of SQLite. Made by the code; ludex/catalogue/tables/ says what
-- the columns mean. PostgreSQL has the same tables.

CREATE TABLE cap (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    properties INTEGER NOT NULL,
    property_values INTEGER NOT NULL,
    size INTEGER NOT NULL,
    complete BOOLEAN NOT NULL,
    canonical_order JSON NOT NULL,
    CONSTRAINT pk_cap PRIMARY KEY (id),
    CONSTRAINT uq_cap_key UNIQUE ("key"),
    CONSTRAINT uq_cap_label UNIQUE (label)
);

CREATE INDEX ix_cap_properties_id ON cap (properties, id);

CREATE INDEX ix_cap_property_values_properties_size_id ON cap (property_values, properties, size, id);

CREATE INDEX ix_cap_size_id ON cap (size, id);

CREATE TABLE cap_count (
    id INTEGER NOT NULL,
    properties INTEGER NOT NULL,
    property_values INTEGER NOT NULL,
    size INTEGER NOT NULL,
    caps VARCHAR NOT NULL,
    classes BIGINT NOT NULL,
    CONSTRAINT pk_cap_count PRIMARY KEY (id),
    CONSTRAINT uq_cap_count_property_values_properties_size UNIQUE (property_values, properties, size)
);

CREATE TABLE card (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    properties INTEGER,
    property_values INTEGER,
    points INTEGER,
    circles INTEGER,
    configurations INTEGER,
    symmetry VARCHAR,
    height INTEGER,
    width INTEGER,
    CONSTRAINT pk_card PRIMARY KEY (id),
    CONSTRAINT ck_card_swish CHECK (game <> 'swish' OR (symmetry IS NOT NULL AND height IS NOT NULL AND width IS NOT NULL AND points IS NOT NULL AND circles IS NOT NULL AND configurations IS NOT NULL)),
    CONSTRAINT ck_card_set CHECK (game <> 'set' OR (properties IS NOT NULL AND property_values IS NOT NULL)),
    CONSTRAINT uq_card_key UNIQUE ("key"),
    CONSTRAINT uq_card_label UNIQUE (label)
);

CREATE INDEX ix_card_height_width_symmetry_id ON card (height, width, symmetry, id);

CREATE INDEX ix_card_points_circles_id ON card (points, circles, id);

CREATE INDEX ix_card_properties_id ON card (properties, id);

CREATE INDEX ix_card_property_values_properties_id ON card (property_values, properties, id);

CREATE TABLE deck (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    cards INTEGER NOT NULL,
    starting BOOLEAN NOT NULL,
    properties INTEGER,
    property_values INTEGER,
    distinct_cards INTEGER,
    symmetry VARCHAR,
    height INTEGER,
    width INTEGER,
    CONSTRAINT pk_deck PRIMARY KEY (id),
    CONSTRAINT ck_deck_swish CHECK (game <> 'swish' OR (symmetry IS NOT NULL AND height IS NOT NULL AND width IS NOT NULL AND distinct_cards IS NOT NULL)),
    CONSTRAINT ck_deck_set CHECK (game <> 'set' OR (properties IS NOT NULL AND property_values IS NOT NULL)),
    CONSTRAINT uq_deck_key UNIQUE ("key"),
    CONSTRAINT uq_deck_label UNIQUE (label)
);

CREATE INDEX ix_deck_cards_id ON deck (cards, id);

CREATE INDEX ix_deck_height_width_symmetry_id ON deck (height, width, symmetry, id);

CREATE INDEX ix_deck_properties_id ON deck (properties, id);

CREATE INDEX ix_deck_property_values_properties_cards_id ON deck (property_values, properties, cards, id);

CREATE TABLE found_set (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    properties INTEGER NOT NULL,
    property_values INTEGER NOT NULL,
    differing INTEGER NOT NULL,
    CONSTRAINT pk_found_set PRIMARY KEY (id),
    CONSTRAINT uq_found_set_key UNIQUE ("key"),
    CONSTRAINT uq_found_set_label UNIQUE (label)
);

CREATE INDEX ix_found_set_differing_id ON found_set (differing, id);

CREATE INDEX ix_found_set_properties_id ON found_set (properties, id);

CREATE INDEX ix_found_set_property_values_properties_differing_id ON found_set (property_values, properties, differing, id);

CREATE TABLE graph (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    form BLOB NOT NULL,
    graph6 VARCHAR NOT NULL,
    vertices INTEGER NOT NULL,
    edges INTEGER NOT NULL,
    degrees VARCHAR NOT NULL,
    min_degree INTEGER NOT NULL,
    max_degree INTEGER NOT NULL,
    components INTEGER NOT NULL,
    connected BOOLEAN NOT NULL,
    planar BOOLEAN NOT NULL,
    outerplanar BOOLEAN NOT NULL,
    tree BOOLEAN NOT NULL,
    forest BOOLEAN NOT NULL,
    bipartite BOOLEAN NOT NULL,
    girth INTEGER,
    automorphisms VARCHAR NOT NULL,
    CONSTRAINT pk_graph PRIMARY KEY (id),
    CONSTRAINT uq_graph_key UNIQUE ("key"),
    CONSTRAINT uq_graph_label UNIQUE (label)
);

CREATE INDEX ix_graph_automorphisms_id ON graph (automorphisms, id);

CREATE INDEX ix_graph_degrees_id ON graph (degrees, id);

CREATE INDEX ix_graph_edges_id ON graph (edges, id);

CREATE INDEX ix_graph_vertices_edges_id ON graph (vertices, edges, id);

CREATE TABLE hypergraph (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    form BLOB NOT NULL,
    nodes INTEGER NOT NULL,
    arcs INTEGER NOT NULL,
    hypernodes INTEGER NOT NULL,
    CONSTRAINT pk_hypergraph PRIMARY KEY (id),
    CONSTRAINT uq_hypergraph_key UNIQUE ("key"),
    CONSTRAINT uq_hypergraph_label UNIQUE (label)
);

CREATE INDEX ix_hypergraph_arcs_id ON hypergraph (arcs, id);

CREATE INDEX ix_hypergraph_hypernodes_arcs_id ON hypergraph (hypernodes, arcs, id);

CREATE TABLE no_set_statistic (
    id INTEGER NOT NULL,
    properties INTEGER NOT NULL,
    property_values INTEGER NOT NULL,
    n INTEGER NOT NULL,
    numerator VARCHAR NOT NULL,
    denominator VARCHAR NOT NULL,
    exact BOOLEAN NOT NULL,
    samples BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    low DOUBLE,
    high DOUBLE,
    CONSTRAINT pk_no_set_statistic PRIMARY KEY (id),
    CONSTRAINT uq_no_set_statistic_property_values_properties_n_samples_seed UNIQUE (property_values, properties, n, samples, seed),
    CONSTRAINT ck_no_set_statistic_exact CHECK (exact = (samples = 0))
);

CREATE TABLE no_swish_set (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    symmetry VARCHAR NOT NULL,
    height INTEGER NOT NULL,
    width INTEGER NOT NULL,
    size INTEGER NOT NULL,
    CONSTRAINT pk_no_swish_set PRIMARY KEY (id),
    CONSTRAINT uq_no_swish_set_key UNIQUE ("key"),
    CONSTRAINT uq_no_swish_set_label UNIQUE (label)
);

CREATE INDEX ix_no_swish_set_height_width_symmetry_size_id ON no_swish_set (height, width, symmetry, size, id);

CREATE INDEX ix_no_swish_set_size_id ON no_swish_set (size, id);

CREATE TABLE pack (
    id INTEGER NOT NULL,
    slug VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    starting BOOLEAN NOT NULL,
    CONSTRAINT pk_pack PRIMARY KEY (id),
    CONSTRAINT uq_pack_slug UNIQUE (slug)
);

CREATE TABLE set_game (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    properties INTEGER NOT NULL,
    property_values INTEGER NOT NULL,
    seed BIGINT NOT NULL,
    sets_wanted INTEGER,
    solver VARCHAR NOT NULL,
    finished VARCHAR NOT NULL,
    sets INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    final_cards INTEGER NOT NULL,
    document JSON NOT NULL,
    CONSTRAINT pk_set_game PRIMARY KEY (id),
    CONSTRAINT uq_set_game_key UNIQUE ("key"),
    CONSTRAINT uq_set_game_label UNIQUE (label)
);

CREATE INDEX ix_set_game_properties_id ON set_game (properties, id);

CREATE INDEX ix_set_game_property_values_properties_sets_id ON set_game (property_values, properties, sets, id);

CREATE INDEX ix_set_game_seed_id ON set_game (seed, id);

CREATE INDEX ix_set_game_sets_id ON set_game (sets, id);

CREATE TABLE starting_catalogue (
    version VARCHAR NOT NULL,
    CONSTRAINT pk_starting_catalogue PRIMARY KEY (version)
);

CREATE TABLE swish (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    symmetry VARCHAR NOT NULL,
    height INTEGER NOT NULL,
    width INTEGER NOT NULL,
    size INTEGER NOT NULL,
    stack JSON NOT NULL,
    CONSTRAINT pk_swish PRIMARY KEY (id),
    CONSTRAINT ck_swish_size CHECK (size >= 2),
    CONSTRAINT uq_swish_key UNIQUE ("key"),
    CONSTRAINT uq_swish_label UNIQUE (label)
);

CREATE INDEX ix_swish_height_width_symmetry_size_id ON swish (height, width, symmetry, size, id);

CREATE INDEX ix_swish_size_id ON swish (size, id);

CREATE TABLE x_type (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    form BLOB NOT NULL,
    points INTEGER NOT NULL,
    representative JSON NOT NULL,
    CONSTRAINT pk_x_type PRIMARY KEY (id),
    CONSTRAINT uq_x_type_key UNIQUE ("key"),
    CONSTRAINT uq_x_type_label UNIQUE (label)
);

CREATE INDEX ix_x_type_points_id ON x_type (points, id);

CREATE TABLE cap_card (
    cap_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    CONSTRAINT pk_cap_card PRIMARY KEY (cap_id, place),
    CONSTRAINT uq_cap_card_cap_id_card_id UNIQUE (cap_id, card_id),
    CONSTRAINT fk_cap_card_cap_id FOREIGN KEY(cap_id) REFERENCES cap (id) ON DELETE CASCADE,
    CONSTRAINT fk_cap_card_card_id FOREIGN KEY(card_id) REFERENCES card (id) ON DELETE RESTRICT
);

CREATE INDEX ix_cap_card_card_id_cap_id ON cap_card (card_id, cap_id);

CREATE TABLE cap_maximum (
    id INTEGER NOT NULL,
    properties INTEGER NOT NULL,
    property_values INTEGER NOT NULL,
    cap_id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    proved BOOLEAN NOT NULL,
    upper_bound INTEGER NOT NULL,
    method VARCHAR NOT NULL,
    CONSTRAINT pk_cap_maximum PRIMARY KEY (id),
    CONSTRAINT uq_cap_maximum_property_values_properties UNIQUE (property_values, properties),
    CONSTRAINT ck_cap_maximum_proved CHECK (size <= upper_bound AND proved = (size = upper_bound)),
    CONSTRAINT fk_cap_maximum_cap_id FOREIGN KEY(cap_id) REFERENCES cap (id) ON DELETE RESTRICT
);

CREATE INDEX ix_cap_maximum_cap_id ON cap_maximum (cap_id);

CREATE TABLE deal_statistic (
    id INTEGER NOT NULL,
    deck_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    numerator VARCHAR NOT NULL,
    denominator VARCHAR NOT NULL,
    exact BOOLEAN NOT NULL,
    samples BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    low DOUBLE,
    high DOUBLE,
    CONSTRAINT pk_deal_statistic PRIMARY KEY (id),
    CONSTRAINT uq_deal_statistic_deck_id_n_samples_seed UNIQUE (deck_id, n, samples, seed),
    CONSTRAINT ck_deal_statistic_exact CHECK (exact = (samples = 0)),
    CONSTRAINT fk_deal_statistic_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE
);

CREATE TABLE deck_card (
    deck_id INTEGER NOT NULL,
    listing_index INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    CONSTRAINT pk_deck_card PRIMARY KEY (deck_id, listing_index),
    CONSTRAINT fk_deck_card_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE,
    CONSTRAINT fk_deck_card_card_id FOREIGN KEY(card_id) REFERENCES card (id) ON DELETE RESTRICT
);

CREATE INDEX ix_deck_card_card_id_deck_id ON deck_card (card_id, deck_id);

CREATE INDEX ix_deck_card_deck_id_card_id ON deck_card (deck_id, card_id);

CREATE TABLE deck_slug (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    slug VARCHAR NOT NULL,
    deck_id INTEGER NOT NULL,
    starting BOOLEAN NOT NULL,
    CONSTRAINT pk_deck_slug PRIMARY KEY (id),
    CONSTRAINT uq_deck_slug_game_slug UNIQUE (game, slug),
    CONSTRAINT fk_deck_slug_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE
);

CREATE INDEX ix_deck_slug_deck_id ON deck_slug (deck_id);

CREATE TABLE found_set_card (
    set_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    CONSTRAINT pk_found_set_card PRIMARY KEY (set_id, place),
    CONSTRAINT uq_found_set_card_set_id_card_id UNIQUE (set_id, card_id),
    CONSTRAINT fk_found_set_card_set_id FOREIGN KEY(set_id) REFERENCES found_set (id) ON DELETE CASCADE,
    CONSTRAINT fk_found_set_card_card_id FOREIGN KEY(card_id) REFERENCES card (id) ON DELETE RESTRICT
);

CREATE INDEX ix_found_set_card_card_id_set_id ON found_set_card (card_id, set_id);

CREATE TABLE no_swish_set_card (
    set_id INTEGER NOT NULL,
    first_index INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    copies INTEGER NOT NULL,
    CONSTRAINT pk_no_swish_set_card PRIMARY KEY (set_id, first_index),
    CONSTRAINT uq_no_swish_set_card_set_id_card_id UNIQUE (set_id, card_id),
    CONSTRAINT ck_no_swish_set_card_copies CHECK (copies >= 1),
    CONSTRAINT fk_no_swish_set_card_set_id FOREIGN KEY(set_id) REFERENCES no_swish_set (id) ON DELETE CASCADE,
    CONSTRAINT fk_no_swish_set_card_card_id FOREIGN KEY(card_id) REFERENCES card (id) ON DELETE RESTRICT
);

CREATE INDEX ix_no_swish_set_card_card_id_set_id ON no_swish_set_card (card_id, set_id);

CREATE TABLE order_type (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    form BLOB NOT NULL,
    points INTEGER NOT NULL,
    hull INTEGER NOT NULL,
    representative JSON NOT NULL,
    x_type_id INTEGER NOT NULL,
    CONSTRAINT pk_order_type PRIMARY KEY (id),
    CONSTRAINT uq_order_type_key UNIQUE ("key"),
    CONSTRAINT uq_order_type_label UNIQUE (label),
    CONSTRAINT fk_order_type_x_type_id FOREIGN KEY(x_type_id) REFERENCES x_type (id) ON DELETE RESTRICT
);

CREATE INDEX ix_order_type_hull_id ON order_type (hull, id);

CREATE INDEX ix_order_type_points_hull_id ON order_type (points, hull, id);

CREATE INDEX ix_order_type_x_type_id_id ON order_type (x_type_id, id);

CREATE TABLE position (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    cards INTEGER NOT NULL,
    canonical_order JSON,
    sets VARCHAR,
    has_set BOOLEAN,
    properties INTEGER,
    property_values INTEGER,
    distinct_cards INTEGER,
    hypergraph_id INTEGER,
    hypergraph_order JSON,
    symmetry VARCHAR,
    height INTEGER,
    width INTEGER,
    CONSTRAINT pk_position PRIMARY KEY (id),
    CONSTRAINT ck_position_swish CHECK (game <> 'swish' OR (symmetry IS NOT NULL AND height IS NOT NULL AND width IS NOT NULL AND distinct_cards IS NOT NULL)),
    CONSTRAINT ck_position_set CHECK (game <> 'set' OR (properties IS NOT NULL AND property_values IS NOT NULL AND canonical_order IS NOT NULL)),
    CONSTRAINT uq_position_key UNIQUE ("key"),
    CONSTRAINT uq_position_label UNIQUE (label),
    CONSTRAINT fk_position_hypergraph_id FOREIGN KEY(hypergraph_id) REFERENCES hypergraph (id) ON DELETE RESTRICT
);

CREATE INDEX ix_position_cards_id ON position (cards, id);

CREATE INDEX ix_position_has_set_id ON position (has_set, id);

CREATE INDEX ix_position_height_width_symmetry_id ON position (height, width, symmetry, id);

CREATE INDEX ix_position_hypergraph_id_id ON position (hypergraph_id, id);

CREATE INDEX ix_position_properties_id ON position (properties, id);

CREATE INDEX ix_position_property_values_properties_cards_id ON position (property_values, properties, cards, id);

CREATE INDEX ix_position_sets_id ON position (sets, id);

CREATE TABLE swish_card (
    swish_id INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    copies INTEGER NOT NULL,
    CONSTRAINT pk_swish_card PRIMARY KEY (swish_id, card_id),
    CONSTRAINT ck_swish_card_copies CHECK (copies >= 1),
    CONSTRAINT fk_swish_card_swish_id FOREIGN KEY(swish_id) REFERENCES swish (id) ON DELETE CASCADE,
    CONSTRAINT fk_swish_card_card_id FOREIGN KEY(card_id) REFERENCES card (id) ON DELETE RESTRICT
);

CREATE INDEX ix_swish_card_card_id_swish_id ON swish_card (card_id, swish_id);

CREATE TABLE census_class (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    drawing JSON NOT NULL,
    vertices INTEGER NOT NULL,
    edges INTEGER NOT NULL,
    crossings INTEGER NOT NULL,
    min_swaps INTEGER,
    arrangements VARCHAR,
    sequences VARCHAR,
    graph_id INTEGER NOT NULL,
    order_type_id INTEGER NOT NULL,
    CONSTRAINT pk_census_class PRIMARY KEY (id),
    CONSTRAINT uq_census_class_key UNIQUE ("key"),
    CONSTRAINT uq_census_class_label UNIQUE (label),
    CONSTRAINT fk_census_class_graph_id FOREIGN KEY(graph_id) REFERENCES graph (id) ON DELETE RESTRICT,
    CONSTRAINT fk_census_class_order_type_id FOREIGN KEY(order_type_id) REFERENCES order_type (id) ON DELETE RESTRICT
);

CREATE INDEX ix_census_class_crossings_id ON census_class (crossings, id);

CREATE INDEX ix_census_class_edges_id ON census_class (edges, id);

CREATE INDEX ix_census_class_graph_id_id ON census_class (graph_id, id);

CREATE INDEX ix_census_class_min_swaps_id ON census_class (min_swaps, id);

CREATE INDEX ix_census_class_order_type_id_id ON census_class (order_type_id, id);

CREATE INDEX ix_census_class_vertices_edges_id ON census_class (vertices, edges, id);

CREATE TABLE deal (
    id INTEGER NOT NULL,
    deck_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    seed BIGINT NOT NULL,
    position_id INTEGER NOT NULL,
    CONSTRAINT pk_deal PRIMARY KEY (id),
    CONSTRAINT uq_deal_deck_id_n_seed UNIQUE (deck_id, n, seed),
    CONSTRAINT fk_deal_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE,
    CONSTRAINT fk_deal_position_id FOREIGN KEY(position_id) REFERENCES position (id) ON DELETE RESTRICT
);

CREATE INDEX ix_deal_position_id ON deal (position_id);

CREATE TABLE found_set_position (
    set_id INTEGER NOT NULL,
    position_id INTEGER NOT NULL,
    CONSTRAINT pk_found_set_position PRIMARY KEY (set_id, position_id),
    CONSTRAINT fk_found_set_position_set_id FOREIGN KEY(set_id) REFERENCES found_set (id) ON DELETE CASCADE,
    CONSTRAINT fk_found_set_position_position_id FOREIGN KEY(position_id) REFERENCES position (id) ON DELETE CASCADE
);

CREATE INDEX ix_found_set_position_position_id_set_id ON found_set_position (position_id, set_id);

CREATE TABLE largest_swish (
    position_id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    proved BOOLEAN NOT NULL,
    swish_id INTEGER,
    CONSTRAINT pk_largest_swish PRIMARY KEY (position_id),
    CONSTRAINT ck_largest_swish_swish CHECK ((size = 0) = (swish_id IS NULL)),
    CONSTRAINT fk_largest_swish_position_id FOREIGN KEY(position_id) REFERENCES position (id) ON DELETE CASCADE,
    CONSTRAINT fk_largest_swish_swish_id FOREIGN KEY(swish_id) REFERENCES swish (id) ON DELETE RESTRICT
);

CREATE INDEX ix_largest_swish_size_position_id ON largest_swish (size, position_id);

CREATE INDEX ix_largest_swish_swish_id ON largest_swish (swish_id);

CREATE TABLE level (
    id INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    label VARCHAR NOT NULL,
    drawing JSON NOT NULL,
    vertices INTEGER NOT NULL,
    edges INTEGER NOT NULL,
    crossings INTEGER NOT NULL,
    hull INTEGER NOT NULL,
    delta INTEGER NOT NULL,
    min_swaps INTEGER,
    proved BOOLEAN NOT NULL,
    lower_bound INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    swaps JSON,
    arrangements VARCHAR,
    sequences VARCHAR,
    orders VARCHAR,
    crossings_must_rise BOOLEAN,
    steepest_descent BOOLEAN,
    independent_swaps INTEGER,
    grade INTEGER,
    graph_id INTEGER NOT NULL,
    order_type_id INTEGER NOT NULL,
    provenance JSON NOT NULL,
    source VARCHAR NOT NULL,
    starting BOOLEAN NOT NULL,
    CONSTRAINT pk_level PRIMARY KEY (id),
    CONSTRAINT ck_level_swaps CHECK ((min_swaps IS NULL) = (swaps IS NULL)),
    CONSTRAINT ck_level_grade CHECK (grade IS NULL OR (proved AND arrangements IS NOT NULL AND sequences IS NOT NULL)),
    CONSTRAINT uq_level_key UNIQUE ("key"),
    CONSTRAINT uq_level_label UNIQUE (label),
    CONSTRAINT fk_level_graph_id FOREIGN KEY(graph_id) REFERENCES graph (id) ON DELETE RESTRICT,
    CONSTRAINT fk_level_order_type_id FOREIGN KEY(order_type_id) REFERENCES order_type (id) ON DELETE RESTRICT
);

CREATE INDEX ix_level_crossings_id ON level (crossings, id);

CREATE INDEX ix_level_delta_id ON level (delta, id);

CREATE INDEX ix_level_edges_id ON level (edges, id);

CREATE INDEX ix_level_grade_id ON level (grade, id);

CREATE INDEX ix_level_graph_id_id ON level (graph_id, id);

CREATE INDEX ix_level_hull_id ON level (hull, id);

CREATE INDEX ix_level_min_swaps_proved_id ON level (min_swaps, proved, id);

CREATE INDEX ix_level_order_type_id_id ON level (order_type_id, id);

CREATE INDEX ix_level_proved_id ON level (proved, id);

CREATE INDEX ix_level_source_id ON level (source, id);

CREATE INDEX ix_level_vertices_edges_min_swaps_id ON level (vertices, edges, min_swaps, id);

CREATE INDEX ix_level_vertices_id ON level (vertices, id);

CREATE TABLE no_swish_maximum (
    id INTEGER NOT NULL,
    position_id INTEGER,
    deck_id INTEGER,
    set_id INTEGER NOT NULL,
    proved BOOLEAN NOT NULL,
    upper_bound INTEGER NOT NULL,
    indices JSON NOT NULL,
    certificate JSON NOT NULL,
    up_to_copies BOOLEAN NOT NULL,
    CONSTRAINT pk_no_swish_maximum PRIMARY KEY (id),
    CONSTRAINT uq_no_swish_maximum_position_id_set_id UNIQUE (position_id, set_id),
    CONSTRAINT uq_no_swish_maximum_deck_id_set_id UNIQUE (deck_id, set_id),
    CONSTRAINT ck_no_swish_maximum_owner CHECK ((position_id IS NULL) <> (deck_id IS NULL)),
    CONSTRAINT fk_no_swish_maximum_position_id FOREIGN KEY(position_id) REFERENCES position (id) ON DELETE CASCADE,
    CONSTRAINT fk_no_swish_maximum_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE,
    CONSTRAINT fk_no_swish_maximum_set_id FOREIGN KEY(set_id) REFERENCES no_swish_set (id) ON DELETE RESTRICT
);

CREATE INDEX ix_no_swish_maximum_set_id ON no_swish_maximum (set_id);

CREATE TABLE position_card (
    position_id INTEGER NOT NULL,
    first_index INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    copies INTEGER NOT NULL,
    CONSTRAINT pk_position_card PRIMARY KEY (position_id, first_index),
    CONSTRAINT uq_position_card_position_id_card_id UNIQUE (position_id, card_id),
    CONSTRAINT ck_position_card_copies CHECK (copies >= 1),
    CONSTRAINT fk_position_card_position_id FOREIGN KEY(position_id) REFERENCES position (id) ON DELETE CASCADE,
    CONSTRAINT fk_position_card_card_id FOREIGN KEY(card_id) REFERENCES card (id) ON DELETE RESTRICT
);

CREATE INDEX ix_position_card_card_id_position_id ON position_card (card_id, position_id);

CREATE TABLE swish_position (
    swish_id INTEGER NOT NULL,
    position_id INTEGER NOT NULL,
    indices JSON NOT NULL,
    configurations JSON NOT NULL,
    CONSTRAINT pk_swish_position PRIMARY KEY (swish_id, position_id),
    CONSTRAINT fk_swish_position_swish_id FOREIGN KEY(swish_id) REFERENCES swish (id) ON DELETE CASCADE,
    CONSTRAINT fk_swish_position_position_id FOREIGN KEY(position_id) REFERENCES position (id) ON DELETE CASCADE
);

CREATE INDEX ix_swish_position_position_id_swish_id ON swish_position (position_id, swish_id);

CREATE TABLE pack_level (
    pack_id INTEGER NOT NULL,
    level_id INTEGER NOT NULL,
    CONSTRAINT pk_pack_level PRIMARY KEY (pack_id, level_id),
    CONSTRAINT fk_pack_level_pack_id FOREIGN KEY(pack_id) REFERENCES pack (id) ON DELETE CASCADE,
    CONSTRAINT fk_pack_level_level_id FOREIGN KEY(level_id) REFERENCES level (id) ON DELETE RESTRICT
);

CREATE INDEX ix_pack_level_level_id_pack_id ON pack_level (level_id, pack_id);
