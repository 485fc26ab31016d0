# SPDX-License-Identifier: Apache-2.0
# Use of every link of one GPU's routers on the drawn pod. Called:
#   gnuplot -e "links='l.dat'; nodes='n.dat'; out='x.svg'" link_heat.gp
# links: x, y, dx, dy, use; nodes: x, y, name.
set terminal svg size 1080,560 font "sans,12" background "white"
set output out
set title "Use of each link of GPU 0, plane req (share of cycles)"
unset border
unset xtics
unset ytics
unset key
set xrange [-0.8:11.2]
set yrange [-3.6:1.8]
set cbrange [0:1]
set palette defined (0 "#d8dee6", 0.25 "#8fb3d9", 0.5 "#f0c75e", 0.75 "#e07b39", 1 "#a3161f")
set cblabel "use"
plot links using 1:2:3:4:5 with vectors head size 0.12,20 filled lw 4 lc palette, \
     nodes using 1:2 with points pt 7 ps 4.5 lc rgb "#ffffff", \
     nodes using 1:2 with points pt 6 ps 4.5 lw 1.5 lc rgb "#333333", \
     nodes using 1:2:3 with labels font "sans,11"
