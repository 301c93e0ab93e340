-- whose turn it is: when each user was served last
CREATE INDEX "job_created_by_started_at_idx" ON "job"("created_by", "started_at");
