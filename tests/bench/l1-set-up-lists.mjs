import { DatabaseSync } from "node:sqlite";
import { summarize } from "./stats.mjs";

const rounds = 8;
const requestsARound = 60;
const [courses, users] = [10_000, 2_000];

/** L1: compares the lists of a large set-up with the applicants list of the same run, in alternating rounds. */
export const run = async (bench) => {
	const state = bench.largest;
	addSetUp(state);
	const portal = await bench.servePortal(state);
	const headers = await bench.cookie(portal, state);
	const at = (path) => ({ url: `${portal.url}/${state.organisation}/${path}`, headers });
	const requests = {
		"applicants list": at(`applicants?application=${state.application}`),
		[`${courses.toLocaleString("en")} courses`]: at("courses"),
		"· page 500, by title": at("courses?page=499&sort=title"),
		"· a search that finds many": at("courses?q=bench"),
		[`${users.toLocaleString("en")} users`]: at("users"),
		"· of a role": at("users?roleId=bench-role"),
		"the structure, with those who hold roles there": at("admin-levels-item"),
	};
	const samples = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
	for (let round = -1; round < rounds; round++)
		for (const [name, request] of Object.entries(requests)) {
			const { samples: measured } = await bench.load({ ...request, requests: requestsARound });
			if (round >= 0) samples[name].push(...measured);
		}
	await portal.stop();

	const parts = Object.entries(samples).map(([what, measured]) => ({ what, ...summarize(measured) }));
	const [applicants, ...lists] = parts;
	const ratios = lists.map(({ median }) => median / applicants.median);
	return {
		id: "L1",
		what: "set-up lists as HTML / the applicants list, first byte",
		ratio: `${Math.max(...ratios).toFixed(2)} at most`,
		target: "≤ 1",
		isMet: ratios.every((ratio) => ratio <= 1),
		parts: parts.map((part, index) => (index === 0 ? part : { ...part, measured: ratios[index - 1].toFixed(2) })),
	};
};

/** Adds courses below the items of the structure, and users with a role at one of them, in the database that a server opens then. */
const addSetUp = ({ file, organisation }) => {
	const database = new DatabaseSync(file);
	const numbers = (count) => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
	database.exec(`BEGIN;
		${numbers(courses)} INSERT INTO courses (organisation_id, id, code, title, status, admin_level_item_id, created_at)
			SELECT '${organisation}', 'bench-' || i, 'B' || i, 'Bench studies ' || (i * 7919 % ${courses}), 'active',
				item.id, 1
			FROM n JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM admin_level_items
				WHERE organisation_id = '${organisation}') AS item ON item.place = 1 + i % 20;
		INSERT INTO roles (organisation_id, id, name, privileges, created_at, updated_at)
			VALUES ('${organisation}', 'bench-role', 'Bench role', '["course:r"]', 1, 1);
		${numbers(users)} INSERT INTO users (organisation_id, id, email, first_name, last_name, created_at)
			SELECT '${organisation}', 'bench-' || i, 'bench' || i || '@crestfield.example', 'Bench' || (i * 7919 % ${users}), 'User', 1
			FROM n;
		INSERT INTO user_roles (organisation_id, user_id, role_id, admin_level_item_id)
			SELECT '${organisation}', users.id, 'bench-role', item.id
			FROM users JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM admin_level_items
				WHERE organisation_id = '${organisation}') AS item ON item.place = 1 + substr(users.id, 7) % 20
			WHERE users.id LIKE 'bench-%' AND users.organisation_id = '${organisation}';
		COMMIT;`);
	database.close();
};
