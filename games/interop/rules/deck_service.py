"""The SERVICE deck: protocols by which applications interoperate (rules 2, 7)."""

from __future__ import annotations

from games.interop.rules.cards import ONE, Card, Copies, waves


def _service(
    id: str,
    name: str,
    *,
    cost: int,
    needs: str,
    provides: tuple[str, ...],
    fact: str,
    copies: Copies = ONE,
) -> Card:
    return Card(
        id=id,
        name=name,
        deck="SERVICE",
        kind="protocol",
        cost=cost,
        needs=(needs,),
        provides=provides,
        copies=copies,
        fact=fact,
    )


SERVICE_CARDS = waves(
    first=(
        _service(
            "smtp",
            "SMTP",
            cost=3,
            needs="stream",
            provides=("mail-transfer",),
            fact="SMTP hands mail from server to server; its classic standard dates from 1982.",
        ),
        _service(
            "irc",
            "IRC",
            cost=3,
            needs="stream",
            provides=("messaging",),
            fact="IRC was written in Finland in 1988; servers joined in a tree pass lines of "
            "text to channels.",
        ),
        _service(
            "http",
            "HTTP",
            cost=3,
            needs="stream",
            provides=("hypertext",),
            fact="HTTP asks for a resource by address and gets an answer with a status code; "
            "it is the base of the web.",
        ),
        _service(
            "ftp",
            "FTP",
            cost=3,
            needs="stream",
            provides=("file-transfer",),
            fact="FTP is older than TCP/IP itself and uses one connection for commands and "
            "another for the data.",
        ),
        _service(
            "nntp",
            "NNTP",
            cost=3,
            needs="stream",
            provides=("feeds",),
            fact="NNTP distributes and reads the articles of Usenet; servers offer each other "
            "what they have.",
        ),
        _service(
            "h323",
            "H.323",
            cost=3,
            needs="stream",
            provides=("call-setup",),
            fact="H.323 is the telephone world's suite for calls over packet networks, "
            "standardised by the ITU in 1996.",
        ),
        _service(
            "rtmp",
            "RTMP",
            cost=3,
            needs="stream",
            provides=("live-media",),
            fact="RTMP was made for Flash to stream sound and video over one long TCP connection.",
        ),
        _service(
            "gopher",
            "Gopher",
            cost=2,
            needs="stream",
            provides=("hypertext",),
            fact="Gopher presented the net as numbered menus and was for a short time ahead of "
            "the web.",
        ),
        _service(
            "bittorrent",
            "BitTorrent",
            cost=2,
            needs="datagram",
            provides=("file-transfer",),
            fact="BitTorrent cuts a file into pieces that the downloaders exchange among "
            "themselves, usually over UDP today.",
        ),
        _service(
            "sip",
            "SIP",
            cost=2,
            needs="datagram",
            provides=("call-setup",),
            fact="SIP rings, answers and ends calls with text messages; the sound itself "
            "travels by another protocol.",
        ),
        _service(
            "rtp",
            "RTP",
            cost=2,
            needs="datagram",
            provides=("live-media",),
            fact="RTP gives sound and video packets a sequence number and a time stamp, so "
            "that the receiver can play them evenly.",
        ),
        _service(
            "bundle",
            "Bundle Protocol",
            cost=2,
            needs="datagram",
            provides=("mail-transfer",),
            copies=(0, 1, 1, 1, 1),
            fact="The Bundle Protocol stores messages at every hop until the next link "
            "appears, as spacecraft need it.",
        ),
        _service(
            "zephyr",
            "Zephyr",
            cost=2,
            needs="datagram",
            provides=("messaging",),
            copies=(0, 1, 1, 1, 1),
            fact="Zephyr brought short notices to users' screens over UDP at MIT in the 1980s, "
            "before the word instant messaging.",
        ),
    ),
    second=(
        _service(
            "x400",
            "X.400",
            cost=3,
            needs="naming",
            provides=("mail-transfer",),
            fact="X.400 is the mail system of the OSI world; its addresses are sets of "
            "attributes such as country and organisation.",
        ),
        _service(
            "xmpp",
            "XMPP",
            cost=3,
            needs="naming",
            provides=("messaging",),
            fact="XMPP, once called Jabber, streams small pieces of XML between servers that "
            "find each other through DNS.",
        ),
        _service(
            "activitypub",
            "ActivityPub",
            cost=3,
            needs="hypertext",
            provides=("feeds",),
            fact="ActivityPub lets servers of social networks deliver posts to each other's "
            "inboxes over HTTP.",
        ),
        _service(
            "gemini",
            "Gemini",
            cost=3,
            needs="security",
            provides=("hypertext",),
            copies=(0, 0, 1, 1, 1),
            fact="Gemini serves plain pages with a very small request format and requires TLS.",
        ),
        _service(
            "webdav",
            "WebDAV",
            cost=2,
            needs="hypertext",
            provides=("file-transfer",),
            copies=(0, 0, 1, 1, 1),
            fact="WebDAV extends HTTP with copying, moving, locking and properties, so that a "
            "web server can act as a shared folder.",
        ),
        _service(
            "atproto",
            "AT Protocol",
            cost=3,
            needs="naming",
            provides=("feeds",),
            copies=(0, 1, 1, 1, 1),
            fact="In the AT Protocol a user's handle is a domain name, and posts live in a "
            "signed repository that can move between hosts.",
        ),
        _service(
            "jingle",
            "Jingle",
            cost=2,
            needs="messaging",
            provides=("call-setup",),
            copies=(0, 0, 1, 1, 1),
            fact="Jingle lets two XMPP clients agree on a voice or video session between them.",
        ),
        _service(
            "hls",
            "HLS",
            cost=2,
            needs="hypertext",
            provides=("live-media",),
            copies=(0, 0, 1, 1, 1),
            fact="HLS cuts a video into short files with a playlist and lets ordinary web "
            "servers deliver them.",
        ),
        _service(
            "matrix",
            "Matrix",
            cost=4,
            needs="security",
            provides=("messaging", "feeds"),
            copies=(0, 1, 1, 1, 1),
            fact="In Matrix, servers copy the history of a room to each other over protected "
            "HTTP, so that no single one owns it.",
        ),
        _service(
            "webrtc",
            "WebRTC",
            cost=4,
            needs="security",
            provides=("live-media", "call-setup"),
            copies=(0, 1, 1, 1, 1),
            fact="WebRTC gives browsers live sound, video and data between peers; its media "
            "are always encrypted.",
        ),
    ),
)
