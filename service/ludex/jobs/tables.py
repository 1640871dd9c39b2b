"""The tables of jobs: what DBOS does not keep of a job, and the columns of DBOS's own tables that are read.

DBOS documents its system tables (https://docs.dbos.dev/explanations/system-tables). Only DBOS writes to them.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    column,
    table,
)

SCHEMA = "ludex_jobs"
"""The PostgreSQL schema of these tables and of DBOS's."""
APPLICATION = "ludex-jobs"
QUEUE = "ludex-jobs"
WORKFLOW = "ludex.job"
"""The names of the application, the queue and the workflow of jobs in DBOS. The id of a workflow is that of its job."""

metadata = MetaData()

_number = BigInteger().with_variant(Integer, "sqlite")

job = Table(
    "job",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False),
    Column("operation", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("unit", Text, nullable=False),  # what its progress counts
    Column("request_id", Text),
    Column("owner", Text),  # the owner of what it stores; NULL: no owner
    Column("attempt", Integer, nullable=False, default=1),
    Column("started", Float),  # for the first time: DBOS forgets it when a workflow is cancelled or resumed
    Column("step_attempts", Integer, nullable=False, default=0),  # workers that died in the current step
    UniqueConstraint("id"),
)

log = Table(
    "job_log",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("job", _number, ForeignKey(job.c.number, ondelete="CASCADE"), nullable=False),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
)
Index("job_log_by_job", log.c.job, log.c.number)

worker = Table(
    "job_worker",
    metadata,
    Column("id", Text, primary_key=True),  # DBOS's executor id
    Column("host", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("started", Float, nullable=False),
    Column("heartbeat", BigInteger, nullable=False, default=0),  # a counter: its change shows that the worker is alive
    Column("seen", Float, nullable=False),  # the time of the last heartbeat, only to be shown
)

workflow_status = table(
    "workflow_status",
    column("workflow_uuid", Text),
    column("status", Text),
    column("executor_id", Text),
    column("created_at", BigInteger),  # milliseconds since 1970
    column("completed_at", BigInteger),
)
workflow_events = table("workflow_events", column("workflow_uuid", Text), column("key", Text), column("value", Text))
