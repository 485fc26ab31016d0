# SPDX-License-Identifier: Apache-2.0
# Load against latency and throughput. Called: gnuplot -e "data='x.dat'; out='x.svg'" load_latency.gp
# Columns of the data: offered rate, accepted rate, mean latency, p99 latency.
set terminal svg size 960,420 font "sans,12" background "white"
set output out
set multiplot layout 1,2 title "The four-GPU pod under 64-byte writes, depths 8/8/8"
set grid lc rgb "#dddddd"
set xlabel "offered (requests per cycle and client)"
set xrange [0:0.13]
set key top left
set ylabel "accepted (requests per cycle and client)"
set yrange [0:0.13]
plot x with lines dt 2 lc rgb "#999999" title "all accepted", \
     data using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#1f5fa8" title "accepted"
set ylabel "latency (cycles)"
set logscale y
set yrange [10:*]
plot data using 1:3 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#1f5fa8" title "mean", \
     data using 1:4 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#b5482f" title "99th percentile"
unset multiplot
