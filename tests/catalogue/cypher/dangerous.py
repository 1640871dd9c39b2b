"""Statements of the engine's manual that read files, use the network or change settings, and those that write."""

REFUSED = [
    "LOAD FROM '/etc/passwd' (file_format='csv', header=false) RETURN *",
    "LOAD WITH HEADERS (line STRING) FROM '/etc/passwd' (file_format='csv') RETURN *",
    "LOAD FROM 'http://127.0.0.1:9/a.csv' RETURN *",
    "LOAD FROM sys RETURN *",
    "COPY ToyLetter FROM '/etc/passwd' (file_format='csv')",
    "COPY (MATCH (a) RETURN a.label) TO 'FOLDER/out.csv'",
    "COPY (RETURN 1) TO 'FOLDER/out.parquet'",
    "EXPORT DATABASE 'FOLDER/exported'",
    "IMPORT DATABASE 'FOLDER/exported'",
    "ATTACH 'FOLDER/other.lbug' AS other (dbtype lbug)",
    "USE other",
    "INSTALL httpfs",
    "UNINSTALL httpfs",
    "UPDATE EXTENSION httpfs",
    "LOAD EXTENSION httpfs",
    "LOAD EXTENSION 'FOLDER/evil.so'",
    "CALL threads=64",
    "CALL timeout=0",
    "CALL progress_bar=true",
    "CALL home_directory='FOLDER'",
    "CALL file_search_path='/etc'",
    "CHECKPOINT",
    "BEGIN TRANSACTION",
    "COMMIT",
]

WRITING = [
    "CREATE NODE TABLE Evil(id INT64 PRIMARY KEY)",
    "CREATE REL TABLE EVIL(FROM ToyLetter TO ToyLetter)",
    "CREATE (:ToyLetter {id: 123456})",
    "CREATE MACRO evil(x) AS x",
    "CREATE SEQUENCE evil",
    "MERGE (a:ToyLetter {id: 123456})",
    "MATCH (a:ToyLetter) SET a.label = 'evil'",
    "MATCH (a:ToyLetter) DELETE a",
    "MATCH (a:ToyLetter) DETACH DELETE a",
    "DROP TABLE ToyLetter",
    "ALTER TABLE ToyLetter ADD evil INT64",
    "COMMENT ON TABLE ToyLetter IS 'evil'",
]

DANGEROUS = [*REFUSED, *WRITING, "CALL project_graph('g', ['ToyLetter'], [])", "DETACH other"]
