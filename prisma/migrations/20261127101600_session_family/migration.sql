-- AlterTable
ALTER TABLE "browser_sessions" ADD COLUMN "family_digest" TEXT;
