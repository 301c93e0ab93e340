# 95 % intervals of base and costs by lmerTest and pbkrtest (Kenward and Roger 1997), which share no code with the fit.
# Reads a table on standard input (replication, program, run, counts less base, latencyUs); prints one line a coefficient.
suppressMessages({ library(lmerTest); library(pbkrtest) })
table <- read.csv(file("stdin"))
fixed <- "latencyUs ~ parse + modify + copy + remove + add + table"
for (one in split(table, table$replication)) {
  runs <- length(unique(one$run))
  groups <- c("(1 | program)", if (runs > 1 && runs < nrow(one)) "(1 | run)")
  model <- suppressMessages(lmer(as.formula(paste(c(fixed, groups), collapse = " + ")), one))
  names <- names(fixef(model))
  for (i in seq_along(names)) {
    weights <- as.numeric(seq_along(names) == i)
    found <- contest1D(model, weights, ddf = "Kenward-Roger", confint = TRUE)
    name <- if (i == 1) "base" else names[i]
    cat(one$replication[1], name, found$lower, found$upper, sep = ",", fill = TRUE)
  }
}
