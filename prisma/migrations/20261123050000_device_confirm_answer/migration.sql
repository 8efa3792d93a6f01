-- AlterTable
ALTER TABLE "devices" ADD COLUMN "confirm_answer" BOOLEAN NOT NULL DEFAULT false;
