"""The rules of the example.

1. Two to four players play with cards numbered 1 to 40. Each player is dealt three. The rest are
   not used.
2. In each of three rounds, every player puts one card from their hand face down, in any order.
3. When all players have done so, the cards are revealed and leave the match. The highest card
   scores a point.
4. A player who runs out of time puts down their lowest card.
5. After three rounds, the player with the most points wins; players with equal points share the
   win. An aborted match has no winner.
6. Hands, cards face down, and who has already put down a card are secret.
7. Refusals, in this order: `over`, `stale`, `not_asked`, `not_in_hand`.
"""
