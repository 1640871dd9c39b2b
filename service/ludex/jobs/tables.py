"""The tables of jobs, beside those that DBOS keeps of their steps: what was asked for, how far it is, who works."""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, Table, Text, UniqueConstraint

SCHEMA = "ludex_jobs"
"""Where the tables are in a PostgreSQL database, DBOS's too."""

metadata = MetaData()

_number = BigInteger().with_variant(Integer, "sqlite")

job = Table(
    "job",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False),
    Column("operation", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempt", Integer, nullable=False, default=1),
    Column("handed", Boolean, nullable=False, default=False),  # to DBOS's queue
    Column("cancel", Boolean, nullable=False, default=False),  # asked for
    Column("request", Text),
    Column("owner", Text),  # for whom it stores; NULL: for nobody, and it may do everything
    Column("worker", Text),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Column("unit", Text, nullable=False),
    Column("done", Float, nullable=False, default=0.0),
    Column("total", Float),
    Column("note", Text, nullable=False, default=""),
    Column("rate", Float),
    Column("cursor", Text, nullable=False, default="{}"),
    Column("result", Text),
    Column("error", Text),
    Column("begun", Integer, nullable=False, default=0),  # how often its step was, and its worker died
    UniqueConstraint("id"),
)
Index("job_by_state", job.c.state, job.c.number)

log = Table(
    "job_log",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("job", _number, nullable=False),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
)
Index("job_log_by_job", log.c.job, log.c.number)

worker = Table(
    "job_worker",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("started", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("gone", Boolean, nullable=False, default=False),  # another takes its jobs
)
