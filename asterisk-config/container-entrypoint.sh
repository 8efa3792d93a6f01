#!/bin/sh
# Renders the configuration templates from the environment and then becomes Asterisk. This is done in Perl, which every
# Debian has, by the same rules as in src/embedded/render-template.ts: only the names in variables.txt are replaced, `;`
# is escaped, and a value that a configuration file cannot carry is refused by name.
set -eu
umask 077
# As for the embedded Asterisk (src/embedded/asterisk-process.ts): it must boot even if a DNS server does not answer.
export RES_OPTIONS="timeout:1 attempts:2 no-aaaa ${RES_OPTIONS:-}"

templates=${TEMPLATES_DIR:-/opt/holdfast/config}
export ETC_DIR="${ETC_DIR:-/run/holdfast/etc}"
export RUN_DIR="${RUN_DIR:-/run/holdfast}"
export STATE_DIR="${STATE_DIR:-/var/lib/holdfast}"
export LOG_DIR="${LOG_DIR:-$STATE_DIR/log}"
export ASTERISK_DATA_DIR="${ASTERISK_DATA_DIR:-/usr/share/asterisk}"
export MODULES_DIR="${MODULES_DIR:-$(dirname "$(find /usr/lib -path '*/asterisk/modules/chan_pjsip.so' | head -n 1)")}"
export ARI_HOST="${ARI_HOST:-0.0.0.0}" ARI_PORT="${ARI_PORT:-8088}" ARI_USERNAME="${ARI_USERNAME:-holdfast}"
export MEDIA_HOST="${MEDIA_HOST:-app}" MEDIA_PORT="${MEDIA_PORT:-8089}" MEDIA_USERNAME="${MEDIA_USERNAME:-holdfast}"
export SIP_HOST="${SIP_HOST:-0.0.0.0}" SIP_PORT="${SIP_PORT:-5060}" SIP_TLS_PORT="${SIP_TLS_PORT:-5061}"
# The app writes the certificate and the external address there, and makes Asterisk read them once it is connected.
export SIP_FILES_DIR="${SIP_FILES_DIR:-/sip}"
export RTP_PORT_START="${RTP_PORT_START:-10000}" RTP_PORT_END="${RTP_PORT_END:-20000}"
# Accepts the same values as the app (src/config/setting-kinds.ts).
flag() {
    case "$(printf '%s' "$2" | tr '[:upper:]' '[:lower:]')" in
    yes | true | 1) echo yes ;;
    no | false | 0) echo no ;;
    *) echo "$1 must be yes or no" >&2 && return 1 ;;
    esac
}
strict=$(flag RTP_STRICT "${RTP_STRICT:-yes}")
registers=$(flag TRUNK_REGISTER "${TRUNK_REGISTER:-no}")
# The same values as rtpProbation in src/embedded/gateway.ts.
[ "$strict" = yes ] && export RTP_PROBATION=100000000 || export RTP_PROBATION=4
export TRUNK_ADDRESS="${TRUNK_HOST:-}"
TRUNK_ADDRESS=${TRUNK_ADDRESS%%:*}
export TRUNK_TRANSPORT="${TRUNK_TRANSPORT:-udp}" TRUNK_URI="sip:${TRUNK_HOST:-}"
case "$TRUNK_TRANSPORT" in
udp) ;;
tcp | tls) TRUNK_URI="$TRUNK_URI;transport=$TRUNK_TRANSPORT" ;;
*) echo "TRUNK_TRANSPORT must be udp, tcp or tls" >&2 && exit 1 ;;
esac
# The same values as dtmfModes in src/embedded/gateway.ts.
case "${TRUNK_DTMF:-auto}" in
auto | info) export TRUNK_DTMF_MODE="${TRUNK_DTMF:-auto}" ;;
tones) export TRUNK_DTMF_MODE=inband ;;
*) echo "TRUNK_DTMF must be auto, info or tones" >&2 && exit 1 ;;
esac
encryption=${TRUNK_MEDIA_ENCRYPTION:-${MEDIA_ENCRYPTION:-none}}
case "$encryption" in
none | optional | required) ;;
*) echo "TRUNK_MEDIA_ENCRYPTION must be none, optional or required" >&2 && exit 1 ;;
esac

# pjsip.conf includes whichever of the trunk's files exist.
omitted=''
[ -n "${TRUNK_HOST:-}" ] || omitted="$omitted pjsip_trunk.conf"
[ -n "${TRUNK_HOST:-}" ] && [ -n "${TRUNK_USERNAME:-}" ] || omitted="$omitted pjsip_trunk_login.conf"
[ -n "${TRUNK_HOST:-}" ] && [ -n "${TRUNK_USERNAME:-}" ] && [ "$registers" = yes ] ||
    omitted="$omitted pjsip_trunk_registration.conf"
[ -n "${TRUNK_HOST:-}" ] && [ "$encryption" != none ] || omitted="$omitted pjsip_trunk_srtp.conf"
[ -n "${TRUNK_HOST:-}" ] && [ "$encryption" = optional ] || omitted="$omitted pjsip_trunk_srtp_optional.conf"

mkdir -p "$ETC_DIR" "$LOG_DIR" "$STATE_DIR/db" "$STATE_DIR/lib/keys" "$STATE_DIR/spool/recording"
find "$ETC_DIR" -mindepth 1 -delete

render='
    BEGIN {
        open my $list, "<", shift @ARGV or die "variables.txt: $!\n";
        %known = map { s/#.*//r =~ s/\s//gr => 1 } <$list>;
    }
    sub value {
        my ($name) = @_;
        my $value = $ENV{$name};
        die "$name has no value\n" unless defined $value and length $value;
        die "$name contains a control character\n" if $value =~ /[\x00-\x1f\x7f]/;
        die "$name begins or ends with a blank\n" if $value =~ /^\s|\s$/;
        die "$name begins with \">\", which Asterisk cannot read\n" if $value =~ /^>/;
        die "$name has a backslash before \";\" or at its end, which Asterisk cannot read\n" if $value =~ /\\(;|$)/;
        return $value =~ s/;/\\;/gr;
    }
    s/\$\{([A-Z][A-Z0-9_]*)\}/$known{$1} ? value($1) : $&/ge;
'
for template in "$templates"/*.conf; do
    name=$(basename "$template")
    case " $omitted " in *" $name "*) continue ;; esac
    perl -pe "$render" "$templates/variables.txt" "$template" > "$ETC_DIR/$name"
done

[ "${RENDER_ONLY:-no}" = yes ] && exit 0
# 8 MiB per file, in blocks of 512 bytes; logger.conf explains why.
ulimit -f 16384 || true
exec asterisk -f -C "$ETC_DIR/asterisk.conf"
