import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Labels that the specification writes in title case, and names. */
const named = [
	"Access Denied",
	"Activity Log",
	"Applicant Course",
	"Applicant Site",
	"Applicant Status",
	"Application Group",
	"Application Information",
	"New Update Available",
	"Tour Guide",
	"Available Organisations",
	"Change Applicant",
	"Comment & Proceed",
	"Contact Support",
	"Edit Applicant",
	"Email Address",
	"General Configurations",
	"Go Back",
	"Log me out",
	"Login with Google",
	"My Profile",
	"No Emails",
	"No Transactions",
	"Offer Letter",
	"Organisation not Selected",
	"Page not Found",
	"File not Found",
	"Payer's Email",
	"Post Applicant",
	"Preview and Update",
	"Preview Template",
	"Process Applicants",
	"Process Application",
	"Query Multiple Transactions",
	"User Account",
	"Check Status",
	"View Details",
	"Try Again",
	"Process Timeline",
	"Send Email",
	"Single-key",
	"System Settings",
	"Uploaded Candidates",
	"User Not Found",
	"Verification Successful",
	"Not Submitted",
	"Failed to Fetch Organization Location",
	"Failed to Fetch Reminder",
	"Failed to Fetch Schedule",
	"Unable to Fetch Application",
	"Organisation Structure",
	"Workflow Process",
	"Reset It",
	"Not Found",
	"Applicant's Process",
	"A to Z",
	"A4",
	"API",
	"CSV",
	"Excel",
	"GIF",
	"HTML",
	"ID",
	"JAMB",
	"JPEG",
	"JSON",
	"LGA",
	"NECO",
	"PDF",
	"PNG",
	"QR",
	"SMS",
	"UTME",
	"WebP",
	"Matricula",
	"Google",
	"Message-ID",
	"RRR",
	"KB",
	"MB",
	"Save view",
	"Enter",
	"Control",
	"Meta",
	"Esc",
];

const screens = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
	.map((path) => ({ path, code: readFileSync(join("app", path), "utf8") }));

/** Returns the texts of titles, labels and buttons of the screens. */
const labels = screens.flatMap(({ path, code }) =>
	[
		...code.matchAll(/\b(?:title|label|submitLabel|placeholder|description)(?:=|: )"([^"]+)"/g),
		...code.matchAll(/(?:titledOver|titled)\("([^"]+)"\)/g),
		...code.matchAll(/^\t+([A-Z][A-Za-z’' -]+)$/gm),
	].map(([, text = ""]) => ({ path, text })),
);

/** Removes names, texts of the specification and the institution's word for a course, and the first word of each sentence. */
const others = (text: string): string =>
	named
		.reduce((left, name) => left.replaceAll(name, ""), text.replace(/\{[Cc]ourses?\}/g, ""))
		.replace(/(?:^|[.?!:·“(] ?)\s*[A-Z]/g, "");

test("titles, labels and buttons are in sentence case, except the specification's own", () => {
	expect(labels.length).toBeGreaterThan(300);
	const titled = labels.filter(({ text }) => /[A-Z]/.test(others(text)));
	expect(titled).toEqual([]);
});

test("screens say email, not mail", () => {
	expect(labels.filter(({ text }) => /\bmails?\b|e-mail/i.test(text))).toEqual([]);
});

test("screens call who applies an applicant; candidates are those of an uploaded list", () => {
	const said = labels
		.filter(({ path }) => !path.startsWith("routes/uploaded-candidates/"))
		.map(({ path, text }) => ({ path, text: text.replace(/uploaded candidates|candidate groups?/gi, "") }));
	expect(said.filter(({ text }) => /\bcandidates?\b/i.test(text))).toEqual([]);
});
