"""What operators need: metrics, logs, error reports, sweeps, processes of their own."""
