# SPDX-License-Identifier: Apache-2.0
# What E->dst does with its cycles, by depth. Called: gnuplot -e "data='x.dat'; out='x.svg'" idle_causes.gp
# Columns of the data: depth, use, cause 1 to 5, as shares of all cycles.
set terminal svg size 720,420 font "sans,12" background "white"
set output out
set title "Idle cycles of the E->dst links (plane req, greedy 64-byte writes) by cause"
set style data histograms
set style histogram rowstacked
set style fill solid 0.9 border -1
set boxwidth 0.6
set grid y lc rgb "#dddddd"
set ylabel "share of all cycles"
set xlabel "depth of the three buffers"
set yrange [0:*]
set key outside right
plot data using 3:xtic(1) lc rgb "#1f5fa8" title "1 own output", \
     '' using 4 lc rgb "#b5482f" title "2 no credit", \
     '' using 5 lc rgb "#3b7a3b" title "3 own crossbar", \
     '' using 6 lc rgb "#8a6d2f" title "4 own input", \
     '' using 7 lc rgb "#777777" title "5 upstream"
