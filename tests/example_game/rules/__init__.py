"""The rules of the example.

1. Two to four players. Of forty cards, 1 to 40, each is dealt three; the rest is not used.
2. In each of three rounds everybody puts one card of their hand face down, in any order.
3. When all have, the cards are turned up and are out of the match; the highest scores a point.
4. Who lets the time pass puts down their lowest card.
5. After three rounds the most points win; equal points share the win. A match that is broken off
   has no winner.
6. Secret are hands, what lies face down, and who has put down already.
7. Refusals, in this order: `over`, `stale`, `not_asked`, `not_in_hand`.
"""
