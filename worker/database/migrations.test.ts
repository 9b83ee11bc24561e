import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { foldedKey } from "#worker/database/folded";

const folder = "worker/database/migrations";
const files = readdirSync(folder)
	.filter((file) => file.endsWith(".sql"))
	.sort();
const apply = (database: DatabaseSync, some: readonly string[]) => {
	for (const file of some) database.exec(readFileSync(`${folder}/${file}`, "utf8"));
};

test("saved views keep their filters when they become one column", () => {
	const database = new DatabaseSync(":memory:");
	const at = files.findIndex((file) => file.startsWith("0016_"));
	apply(database, files.slice(0, at));
	const insert = database.prepare(`INSERT INTO saved_views (organisation_id, id, holder, owner_id, name, is_pinned,
		application_id, stage, administration_level_item_ids, course_ids, keyword, "match", needs, sort, created_at, updated_at)
		VALUES ('o', ?, '', 'u', ?, 1, 'a', ?, ?, ?, ?, ?, ?, ?, 1, 1)`);
	insert.run("all", "All", "IN_REVIEW", '["i1","i2"]', '["c1"]', "ada", '"key_ada"*', "referee", "waiting");
	insert.run("none", "None", null, null, null, null, null, null, null);
	apply(database, files.slice(at));
	const rows = database.prepare("SELECT filter FROM saved_views ORDER BY id").all();
	expect(rows.map(({ filter }) => JSON.parse(String(filter)))).toEqual([
		{
			applicationId: "a",
			stage: "IN_REVIEW",
			administrationLevelItemIds: ["i1", "i2"],
			courseIds: ["c1"],
			keyword: "ada",
			needs: "referee",
			sort: "waiting",
		},
		{ applicationId: "a" },
	]);
});

/** A database of the migrations before this one, with an applicant whose form was submitted and two referees. */
const withOneApplicant = (at: number) => {
	const database = new DatabaseSync(":memory:");
	apply(database, files.slice(0, at));
	const field = (fieldId: string, type: string, label: string, more = {}) => ({
		fieldId,
		type,
		props: { label, ...more },
	});
	const section = (id: string, cols: object[], more = {}) => ({
		id,
		title: id,
		rows: [{ id: `${id}-row`, cols }],
		...more,
	});
	const layout = {
		sections: [
			section("referee", [field("theirs", "number", "Score")], { refereeSectionType: "academic" }),
			section("personal", [
				field("sex", "radio", "Sex"),
				field("born", "single-date", "Date of birth"),
				field("phone", "phone", "Phone"),
				field("kin", "phone", "Phone of a relative"),
				field("origin", "select", "Where from?", { source: "nigeria-states-lga" }),
			]),
			section("utme", [field("underscored", "text", "Underscored"), field("total", "number", "JAMB score, of 400")]),
			section("subjects", [field("one", "number", "Score")]),
		],
	};
	const data = { theirs: 9, sex: "Female", born: "2008-03-09", phone: "0803", kin: "0902", total: " 245.5", one: 60 };
	database
		.prepare(`INSERT INTO form_design_versions (organisation_id, form_design_id, version, layout, created_at)
			VALUES ('o', 'f', 1, ?, 1)`)
		.run(JSON.stringify(layout));
	database.exec(`INSERT INTO applicants (organisation_id, id, application_id, application_number, reference, first_name,
		last_name, email, course_id, step_id, submission_id, public_id, registered_at, stage_changed_at, updated_at, search_text)
		VALUES ('o', 'a', 'app', 'N1', 'r', 'Ada', 'Obi', 'e', 'c', 's', 'sub', 'p', 1, 1, 1, '')`);
	database
		.prepare(`INSERT INTO submissions (organisation_id, id, applicant_id, form_design_id, design_version, data, repeats,
			percent_complete, submitted_at, updated_at) VALUES ('o', 'sub', 'a', 'f', 1, ?, '{}', 100, 77, 1)`)
		.run(JSON.stringify({ ...data, origin: { state: "Akwa Ibom", lga: "Uyo" } }));
	for (const [id, status] of [
		["r1", "pending"],
		["r2", "submitted"],
	] as const)
		database.exec(`INSERT INTO referees (organisation_id, id, applicant_id, name, email, status, created_at)
			VALUES ('o', '${id}', 'a', 'n', 'e', '${status}', 1)`);
	return database;
};

const factsOf = (database: DatabaseSync) => ({
	...database
		.prepare(`SELECT score, state, gender, birth_date, phone, submitted_at, references_asked, references_missing
			FROM applicants`)
		.get(),
});
const facts = {
	score: 245.5,
	state: "Akwa Ibom",
	gender: "F",
	birth_date: "2008-03-09",
	phone: "0803",
	submitted_at: 77,
	references_asked: 2,
	references_missing: 1,
};
const factsAt = files.findIndex((file) => file.startsWith("0022_"));

test("applicants get the facts of the forms that are there, from the first field that asks for each", () => {
	const database = withOneApplicant(factsAt);
	apply(database, files.slice(factsAt));
	expect(factsOf(database)).toEqual(facts);
});

test("the facts of an applicant follow every write to the form and the referees", () => {
	const database = withOneApplicant(files.length);
	expect(factsOf(database)).toEqual(facts);
	database.exec(`UPDATE submissions SET data = json_set(data, '$.total', 'none', '$.sex', 'other', '$.origin', NULL)`);
	expect(factsOf(database)).toMatchObject({ score: null, gender: "other", state: null, phone: "0803" });
	database.exec(`UPDATE submissions SET data = json_set(data, '$.total', 301), hidden = '["total"]'`);
	expect(factsOf(database), "a hidden answer gives no fact").toMatchObject({ score: null, gender: "other" });
	database.exec("UPDATE submissions SET hidden = NULL");
	database.exec("UPDATE referees SET status = 'submitted'");
	expect(factsOf(database)).toMatchObject({ score: 301, references_asked: 2, references_missing: 0 });
	database.exec("DELETE FROM referees WHERE id = 'r1'");
	expect(factsOf(database)).toMatchObject({ references_asked: 1, references_missing: 0 });
	database.exec("UPDATE referees SET applicant_id = 'other'");
	expect(factsOf(database)).toMatchObject({ references_asked: null, references_missing: null });
	database.exec("UPDATE applicants SET submission_id = NULL");
	expect(factsOf(database)).toMatchObject({ score: null, gender: null, submitted_at: null });
});

test("an applicant who is restored after their form and referees has the facts of these", () => {
	const database = withOneApplicant(files.length);
	database.exec("CREATE TEMP TABLE kept AS SELECT * FROM applicants; DELETE FROM applicants");
	database.exec(`UPDATE kept SET score = NULL, state = NULL, references_asked = NULL, references_missing = NULL;
		INSERT INTO applicants SELECT * FROM kept`);
	expect(factsOf(database)).toEqual(facts);
});

test("applications have the size of the applicants that are there, and of those who come and go", () => {
	const at = files.findIndex((file) => file.startsWith("0087_"));
	const database = withOneApplicant(at);
	apply(database, files.slice(at));
	const sizes = () =>
		database
			.prepare("SELECT applicants FROM application_sizes")
			.all()
			.map((row) => row.applicants);
	expect(sizes()).toEqual([1]);
	database.exec("CREATE TEMP TABLE kept AS SELECT * FROM applicants; DELETE FROM applicants");
	expect(sizes()).toEqual([0]);
	database.exec("INSERT INTO applicants SELECT * FROM kept");
	expect(sizes()).toEqual([1]);
});

test("a payment that is settled or moved looks at its payer's payments alone", () => {
	const database = new DatabaseSync(":memory:");
	apply(database, files);
	const { rootpage } = database
		.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'transactions_by_status'")
		.get() as { rootpage: number };
	for (const change of [
		"UPDATE transactions SET status = 'success' WHERE organisation_id = 'o' AND id = 'p'",
		"UPDATE transactions SET applicant_id = 'a' WHERE organisation_id = 'o' AND id = 'p'",
		"DELETE FROM transactions WHERE organisation_id = 'o' AND id = 'p'",
	]) {
		// why not the plan: it leaves triggers out. A program that reads the index of the status walks the institution.
		const read = database
			.prepare(`EXPLAIN ${change}`)
			.all()
			.filter(({ opcode }) => opcode === "OpenRead");
		expect(read.length).toBeGreaterThan(0);
		expect(
			read.filter(({ p2 }) => p2 === rootpage),
			change,
		).toEqual([]);
	}
});

test("names that are there get their keys, and those that are alike already stay as they are", () => {
	const database = new DatabaseSync(":memory:");
	const at = files.findIndex((file) => file.startsWith("0086_"));
	apply(database, files.slice(0, at));
	const insertLocation = database.prepare("INSERT INTO locations (organisation_id, id, name) VALUES (?, ?, ?)");
	const names = [
		...[
			"Main Campus",
			"Main Campus, Ìlọ́fà",
			"ỌJÀ ỌBA, ẸDẸ",
			"Ọ̀ṢUN ṢÀKÌ",
			"Ụmụahịa Ṅ",
			"ƁAUCI ƊAN ƘATSINA ƳAR",
			"ŃLÁ Ǹ ḾBÀ",
		],
		...["École Ñandu", "ŊÖ ƐƆ", "already ìlọ́fà in small letters", "Tab\there", "№ 5 – “Annexe”"],
	];
	for (const [index, name] of names.entries()) {
		insertLocation.run("o", `composed-${index}`, name);
		insertLocation.run("p", `apart-${index}`, name.normalize("NFD"));
	}
	insertLocation.run("o", "alike", "MAIN CAMPUS, ÌLỌ́FÀ");
	const insertCourse = database.prepare(
		"INSERT INTO courses (organisation_id, id, code, title, created_at) VALUES ('o', ?, ?, ?, 1)",
	);
	for (const [id, code] of [
		["1", "PHY"],
		["2", "phy"],
		["3", "Phy"],
		["4", "ÌLỌ́"],
	] as const)
		insertCourse.run(id, code, "ẸKỌ́ Physics");
	const eventsBefore = database.prepare("SELECT count(*) AS n FROM events").get();
	apply(database, files.slice(at));
	const locations = database.prepare("SELECT id, name, name_key FROM locations").all();
	expect(locations).toHaveLength(names.length * 2 + 1);
	for (const { id, name, name_key: key } of locations)
		expect([name, key]).toEqual([name, id === "alike" ? null : foldedKey(String(name))]);
	const courses = database.prepare("SELECT code, code_key, title_key FROM courses ORDER BY id").all();
	expect(courses.map(({ code, code_key: key }) => [code, key])).toEqual([
		["PHY", "PHY"],
		["phy", "phy"],
		["Phy", "Phy"],
		["ÌLỌ́", "ìlọ́"],
	]);
	expect(new Set(courses.map(({ title_key: key }) => key))).toEqual(new Set(["ẹkọ́ physics"]));
	expect(database.prepare("SELECT count(*) AS n FROM events").get()).toEqual(eventsBefore);
	const again = () => insertLocation.run("o", "again", "main campus, ìlọ́fà");
	expect(again).toThrow("UNIQUE constraint failed: index 'locations_by_name'");
});
