import type { Page } from "@playwright/test";
import { scriptPayloads } from "../support/script-payloads";
import { accountOf, applicantsOf, expect, test } from "./fixtures";

declare global {
	interface Window {
		/** The function that the payloads call. */
		ran: () => void;
		/** The scripts that ran or were kept from running. */
		faults: string[];
	}
}

/** The repeats of the demo form's rows, so that one save stores that many texts. */
const textsASave = 20;

type RecordFixture = Awaited<ReturnType<typeof openRecordFixture>>;

const noteWhatRuns = (page: Page) =>
	page.addInitScript(() => {
		window.faults = [];
		window.ran = () => window.faults.push("a script ran");
		window.alert = window.ran;
		document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
			window.faults.push(`${violatedDirective} stopped ${blockedURI} ${sample}`),
		);
	});

/** Signs in an API client of the institution, and returns an applicant that no other journey uses. */
const openRecordFixture = async (page: Page) => {
	const { email, password } = accountOf("crestfield", "Admissions officer");
	const login = { organisation: "crestfield", username: email, password };
	const { accessToken } = await (await page.request.post("/api/ums/login", { data: login })).json();
	const headers = { authorization: `Bearer ${accessToken}` };
	const path = (await applicantsOf(page, "/crestfield/applicants?stage=SHORTLISTED&size=100")).at(-1) ?? "";
	const applicant = await (await page.request.get(`/api/candidates/${path.split("/").at(-1)}`, { headers })).json();
	const form = await (await page.request.get(`/api/forms/${applicant.formId}`, { headers })).json();
	const sections: { id: string; rows: { cols: { fieldId: string }[] }[] }[] = form.layout.sections;
	const holds =
		(fieldId: string) =>
		({ rows }: (typeof sections)[number]) =>
			rows.some(({ cols }) => cols.some((col) => col.fieldId === fieldId));
	const shown = ["prize", "statement"].map((fieldId) => sections.find(holds(fieldId))?.id ?? "");
	return { headers, path, applicant, applicationKey: form.applicationKey, shown };
};

/** Saves texts as an applicant's prizes, their statement, the name of a file and a comment. */
const save = async (page: Page, { headers, applicant, applicationKey }: RecordFixture, texts: string[]) => {
	const url = `/api/forms/${applicant.formId}`;
	const prizes = texts.map((text, index) => [index === 0 ? "prize" : `prize__${index + 1}`, text.slice(0, 500)]);
	const data = {
		applicationKey,
		...Object.fromEntries(prizes),
		statement: texts.map((text) => `<p>${text}</p>`).join("\n"),
		duplicateFields: { rows: { "prize-row": texts.length } },
	};
	const file = { name: `${texts[16]?.replaceAll("/", "")}.png`, mimeType: "image/png", buffer: onePixel };
	const multipart = { data: JSON.stringify(data), [`${applicationKey}:passport`]: file };
	const response = await page.request.put(url, { headers, multipart });
	expect(response.status(), await response.text()).toBe(200);
};

const onePixel = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);

/** Changes the applicant's stage with this comment. */
const comment = async (page: Page, { headers, applicant }: RecordFixture, reason: string) => {
	const application = await (
		await page.request.get(`/api/applications/${applicant.applicationId}`, { headers })
	).json();
	const step = application.workflow.steps.find(({ type }: { type: string }) => type === "IN_REVIEW");
	const data = { stageId: step.id, reason };
	expect((await page.request.patch(`/api/candidates/${applicant.id}`, { headers, data })).status()).toBe(200);
};

/** Returns every page that shows an answer. */
const pagesOf = ({ path, applicant, shown }: RecordFixture) => [
	path,
	`${path}?view=full`,
	`${path}/attachments`,
	`${path}/activity-log`,
	`${path}/print`,
	...shown.map((id) => `${path}/edit?section=${id}`),
	...shown.map((id) => `/crestfield/candidate-info/${applicant.publicId}?section=${id}`),
];

test("a hundred scripts stored in answers, file names and comments run nowhere", async ({ page, signIn }) => {
	test.setTimeout(240_000);
	expect(scriptPayloads.length).toBeGreaterThan(100);
	const dialogs: string[] = [];
	page.on("dialog", async (dialog) => {
		dialogs.push(dialog.message());
		await dialog.dismiss();
	});
	await noteWhatRuns(page);
	await signIn(page, "crestfield", "Admissions officer", null);
	const record = await openRecordFixture(page);
	await comment(page, record, scriptPayloads.join(" ").slice(0, 2_000));
	for (let begin = 0; begin < scriptPayloads.length; begin += textsASave) {
		const texts = scriptPayloads.slice(begin, begin + textsASave);
		await save(page, record, texts);
		for (const path of pagesOf(record)) {
			await page.goto(path);
			await page.mouse.move(700, 400);
			expect(await page.evaluate(() => window.faults), path).toEqual([]);
		}
		await page.goto(record.path);
		await expect(page.getByText(texts[2] ?? "", { exact: true }).first()).toBeVisible();
		const pdf = await page.request.get(`${record.path}/form.pdf`);
		expect(pdf.headers()["content-type"]).toBe("application/pdf");
	}
	expect(dialogs).toEqual([]);
});
