import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: "./worker/database/schema/*.ts",
	out: "./worker/database/migrations",
	strict: true,
});
