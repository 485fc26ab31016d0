# SPDX-License-Identifier: Apache-2.0
# links.csv of the four-GPU pod -> links.dat and nodes.dat of link_heat.gp, for GPU 0, plane req.
# awk -F, -v links=l.dat -v nodes=n.dat -f link_heat.awk links.csv
function place(mesh, name,   n) {
    if (name == "dst") { X = 5; Y = -1.6; return 1 }
    if (name ~ /^gpu/) { n = substr(name, 4); X = 1 + 4 * (n - 1); Y = -3.2; return 1 }
    n = index("ABCDEF", name) - 1
    if (length(name) != 1 || n < 0) return 0
    X = 4 * mesh + n % 3; Y = n < 3 ? 1.3 : 0.2
    return 1
}
function seen(name, label) { if (!(name in known)) { known[name] = 1; print X, Y, label > nodes } }
function arrow(fx, fy, tx, ty, use,   dx, dy, len, ox, oy) {
    dx = tx - fx; dy = ty - fy; len = sqrt(dx * dx + dy * dy)
    ox = -dy / len * 0.07; oy = dx / len * 0.07      # the two directions side by side
    print fx + ox + 0.22 * dx / len, fy + oy + 0.22 * dy / len, dx - 0.44 * dx / len, dy - 0.44 * dy / len, use > links
}
NR > 1 {
    if ($1 !~ /\.req$/ || $1 ~ /client/) next
    name = $1; sub(/\.req$/, "", name)
    if (name ~ /^gpu0\.mesh/) {
        mesh = substr(name, 10, 1); sub(/^gpu0\.mesh[0-9]+\./, "", name)
    } else if (name ~ /^gpu0\.dst->gpu/) {
        sub(/^gpu0\./, "", name); sub(/\.dst$/, "", name); mesh = 0
    } else if (name ~ /->gpu0\.dst$/) {
        sub(/\.dst->gpu0\.dst$/, "->dst", name); mesh = 0
    } else next
    split(name, end, "->")
    if (!place(mesh, end[1])) next
    fx = X; fy = Y; seen((end[1] ~ /^(dst|gpu)/ ? "" : mesh) end[1], end[1])
    if (!place(mesh, end[2])) next
    seen((end[2] ~ /^(dst|gpu)/ ? "" : mesh) end[2], end[2])
    arrow(fx, fy, X, Y, $3)
}
