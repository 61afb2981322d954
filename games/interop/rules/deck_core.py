"""The CORE deck: protocols that others are built on (rules 2)."""

from __future__ import annotations

from games.interop.rules.cards import ONE, Card, Copies, waves


def _core(
    id: str, name: str, *, cost: int, needs: str, provides: str, fact: str, copies: Copies = ONE
) -> Card:
    return Card(
        id=id,
        name=name,
        deck="CORE",
        kind="protocol",
        cost=cost,
        needs=(needs,),
        provides=(provides,),
        copies=copies,
        fact=fact,
    )


CORE_CARDS = waves(
    first=(
        _core(
            "udp",
            "UDP",
            cost=2,
            needs="routing",
            provides="datagram",
            fact="UDP adds ports and a checksum to IP and nothing else: no connection, no "
            "order, no repeat.",
        ),
        _core(
            "udplite",
            "UDP-Lite",
            cost=2,
            needs="routing",
            provides="datagram",
            fact="UDP-Lite lets a sender protect only the first part of a datagram, so that "
            "damaged sound or video still arrives.",
        ),
        _core(
            "dns",
            "DNS",
            cost=3,
            needs="datagram",
            provides="naming",
            fact="DNS is the distributed directory that turns names into addresses; most "
            "questions travel in single UDP datagrams.",
        ),
        _core(
            "ldap",
            "LDAP",
            cost=3,
            needs="stream",
            provides="naming",
            fact="LDAP looks up and changes entries of a directory over a TCP connection; it "
            "grew out of the larger X.500.",
        ),
        _core(
            "tls",
            "TLS",
            cost=3,
            needs="stream",
            provides="security",
            fact="TLS encrypts a stream and proves the server's identity with a certificate; "
            "it succeeded SSL.",
        ),
    ),
    second=(
        _core(
            "dtls",
            "DTLS",
            cost=2,
            needs="datagram",
            provides="security",
            copies=(0, 0, 1, 1, 1),
            fact="DTLS brings the protection of TLS to datagrams, which may be lost or arrive "
            "out of order.",
        ),
        _core(
            "quic",
            "QUIC",
            cost=3,
            needs="datagram",
            provides="security",
            fact="QUIC runs over UDP and joins encryption, streams and loss recovery in one "
            "protocol.",
        ),
        _core(
            "kerberos",
            "Kerberos",
            cost=2,
            needs="naming",
            provides="security",
            copies=(0, 0, 1, 1, 1),
            fact="Kerberos lets a trusted server hand out tickets, so that passwords need not "
            "cross the network.",
        ),
        _core(
            "mdns",
            "mDNS",
            cost=2,
            needs="datagram",
            provides="naming",
            copies=(0, 1, 1, 1, 1),
            fact="Multicast DNS finds names on the local network by asking everybody there at "
            "once, without a name server.",
        ),
        _core(
            "sctp",
            "SCTP",
            cost=3,
            needs="routing",
            provides="datagram",
            copies=(0, 0, 1, 1, 1),
            fact="SCTP carries separate messages in several streams and was first made for "
            "telephone signalling.",
        ),
        _core(
            "ssh",
            "SSH",
            cost=4,
            needs="stream",
            provides="security",
            copies=(0, 1, 1, 1, 1),
            fact="SSH gives a protected channel to another machine and replaced remote login "
            "in plain text.",
        ),
        _core(
            "ipsec",
            "IPsec",
            cost=4,
            needs="routing",
            provides="security",
            copies=(0, 0, 0, 1, 1),
            fact="IPsec protects packets at the network layer itself, below every transport; "
            "many VPNs are built on it.",
        ),
    ),
)
