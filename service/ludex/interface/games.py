"""What a catalogue takes: one line a game."""

from ludex.interface import planarity, sets, swish

VALUES = (
    *swish.VALUES,
    *sets.VALUES,
    *planarity.VALUES,
)
