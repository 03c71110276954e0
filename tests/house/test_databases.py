"""The databases that the tests are given: empty, of both kinds, and gone afterwards."""

import sqlalchemy as sa

from tests.postgresql import Cluster


def test_a_test_gets_an_empty_database_of_each_kind(database_url: str) -> None:
    engine = sa.create_engine(database_url)
    with engine.begin() as tx:
        assert sa.inspect(tx).get_table_names() == []
        tx.execute(sa.text("CREATE TABLE penny (pence INTEGER)"))
    engine.dispose()


def test_a_durable_database_syncs_its_commits(durable_postgresql_url: str) -> None:
    engine = sa.create_engine(durable_postgresql_url)
    with engine.connect() as tx:
        assert tx.execute(sa.text("SHOW fsync")).scalar_one() == "on"
        assert tx.execute(sa.text("SHOW synchronous_commit")).scalar_one() == "on"
    engine.dispose()


def test_postgresql_listens_on_a_socket_and_nowhere_else(postgresql_url: str) -> None:
    engine = sa.create_engine(postgresql_url)
    with engine.connect() as tx:
        assert tx.execute(sa.text("SHOW listen_addresses")).scalar_one() == ""
    engine.dispose()


def test_a_database_is_dropped_while_somebody_is_still_connected(postgresql: Cluster) -> None:
    with postgresql.database() as url:
        engine = sa.create_engine(url)
        left_open = engine.connect()
        assert left_open.execute(sa.text("SELECT 1")).scalar_one() == 1
        left_open.rollback()
    left_open.invalidate()
    engine.dispose()
    with postgresql.database() as another:
        assert another != url


def test_the_cluster_is_never_run_by_root(postgresql: Cluster) -> None:
    assert (postgresql.folder / "data" / "postmaster.pid").stat().st_uid != 0
