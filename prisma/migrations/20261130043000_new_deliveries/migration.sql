-- A webhook's next delivery is found without walking through those of the last week.
CREATE INDEX "webhook_deliveries_webhook_id_state_attempts_event_id_idx" ON "webhook_deliveries"("webhook_id", "state", "attempts", "event_id");
