-- What a token may do at most: its role (null: made before, as much as its owner) and the nouns it is for (none: all).
ALTER TABLE "apikey" ADD COLUMN "role" TEXT;
ALTER TABLE "apikey" ADD COLUMN "nouns" TEXT[] NOT NULL DEFAULT '{}';
