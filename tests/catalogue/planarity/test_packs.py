import pytest
from ludex.catalogue.planarity.levels import LEVELS, next_level
from ludex.catalogue.planarity.packs import (
    PACKS,
    PackError,
    PackExists,
    PackProtected,
    UnknownPack,
    create_pack,
    delete_pack,
    find_pack,
    pack_labels,
    replace_pack,
)


@pytest.fixture
def labels(filled, every_level):
    """Give the labels of the graded levels, the oldest first."""
    return [level.label for level in every_level(filled) if level.grade is not None]


def create(database, *arguments, **options):
    with database.writing() as session:
        return create_pack(session, *arguments, **options)


def test_a_pack_lists_its_levels_by_grade(filled, labels):
    chosen = [labels[7], labels[2], labels[5], labels[2], labels[0]]
    assert create(filled, "mine", "Mine — «ä»", "Some.", chosen).created
    with filled.reading() as session:
        levels = LEVELS.by_labels(session, chosen)
        expected = sorted(levels.values(), key=lambda level: (level.grade, level.id))
        pack = find_pack(session, "mine")
        assert (pack.title, pack.levels, pack.starting) == ("Mine — «ä»", 4, False)
        assert (pack.least_grade, pack.greatest_grade) == (expected[0].grade, expected[-1].grade)
        assert pack_labels(session, "mine") == [level.label for level in expected]
        assert LEVELS.page(session, {"pack": "mine"}, "grade").items == expected
        assert PACKS.page(session, {"level": labels[5]}).items == [pack]
        assert PACKS.page(session, {"level": labels[1]}).items == []
        met, level = [], next_level(session, None, {"pack": "mine"})
        while level is not None:
            met.append(level)
            level = next_level(session, level, {"pack": "mine"})
    assert met == expected


def test_the_same_pack_is_known_and_another_of_its_name_is_refused(filled, labels):
    assert create(filled, "mine", "", "", labels[:3]).created
    assert not create(filled, "mine", "", "", labels[2::-1]).created
    with pytest.raises(PackExists):
        create(filled, "mine", "", "", labels[:2])
    with pytest.raises(PackExists):
        create(filled, "mine", "Title", "", labels[:3])


def test_a_users_pack_is_replaced_and_deleted_and_its_levels_stay(filled, labels, every_level):
    before = every_level(filled)
    create(filled, "mine", "", "", labels[:3])
    with filled.writing() as session:
        assert not replace_pack(session, "mine", "New", "", labels[2:6]).created
        assert replace_pack(session, "other", "", "", []).created
    with filled.reading() as session:
        assert set(pack_labels(session, "mine")) == set(labels[2:6])
        assert find_pack(session, "mine").title == "New"
        assert find_pack(session, "other").least_grade is None
    with filled.writing() as session:
        delete_pack(session, "mine")
        with pytest.raises(UnknownPack):
            delete_pack(session, "mine")
    assert every_level(filled) == before
    with filled.reading() as session:
        assert find_pack(session, "mine") is None


def test_a_pack_of_the_starting_catalogue_stays(filled, labels):
    create(filled, "easy", "Easy", "", labels[:3])
    create(filled, "easy", "Easy", "", labels[:3], starting=True)
    with filled.writing() as session, pytest.raises(PackProtected):
        delete_pack(session, "easy")
    with filled.writing() as session, pytest.raises(PackProtected):
        replace_pack(session, "easy", "", "", [])
    with filled.reading() as session:
        assert find_pack(session, "easy").levels == 3


@pytest.mark.parametrize("slug", ["", "Mine", "a--b", "-a", "a b", "a" * 65, "ä", "a\0b"])
def test_a_slug_has_small_letters_and_digits(filled, slug):
    with pytest.raises(PackError):
        create(filled, slug, "", "", [])


def test_a_pack_takes_stored_levels_with_a_grade_only(filled, labels, every_level):
    [ungraded, *_] = [level.label for level in every_level(filled) if level.grade is None]
    for wrong, reason in (("unknown", "no level"), ("a\0b", "no level"), (ungraded, "no grade")):
        with pytest.raises(PackError, match=reason):
            create(filled, "mine", "", "", [labels[0], wrong])
    with pytest.raises(PackError, match="character"):
        create(filled, "mine", "a\0b", "", [])
    with pytest.raises(PackError, match="at most"):
        create(filled, "mine", "", "", [str(number) for number in range(10_001)])
    with filled.reading() as session:
        assert PACKS.count(session, {}).count == 0
