import { accountOf, expect, test } from "./fixtures";
import { freePort } from "./portal";
import { openWebKit, type WebKit } from "./webkit";

/** One screen of each kind, and the dialogs, of which each has its own height. */
const screens = [
	"/dashboard",
	"/applicants",
	"/applicants/first",
	"/applicants/first/edit",
	"/applicants/first/stage",
	"/applicants/first/email",
	"/applicants/first/transactions/pay",
	"/applicants/stage?id=first",
	"/applicants/columns",
	"/applicants/report",
	"/process-ai",
	"/rankings/new",
	"/transactions",
	"/transactions/query",
	"/applications/create",
	"/courses/new",
	"/courses/upload",
	"/admin-levels-item/levels",
	"/users/new",
	"/users/roles/new",
	"/configurations/contacts",
	"/templates",
	"/manage-template?type=email",
	"/forms/new",
	"/workflow",
	"/local-payments/new",
	"/api-keys/new",
	"/notifications/new",
	"/user-profile",
	"/search?q=musa",
	"/applicants/nobody",
];

/** Whether the scripts of a signed-in page have started; true also of a page without the palette. */
const scriptsStarted = `
	const palette = document.querySelector("a[title='Search or run a command']");
	return document.readyState === "complete" && (palette === null || palette.ariaHasPopup === "dialog");`;

/** What is cut off: the page sideways, or a part of a dialog that scrolls though there is room below it. */
const cutOff = `
	const found = [];
	const sideways = document.documentElement.scrollWidth - window.innerWidth;
	if (sideways > 0) found.push("the page by " + sideways + " px");
	const dialog = document.querySelector("dialog[open]");
	const hasRoom = dialog !== null && dialog.getBoundingClientRect().height < window.innerHeight * 0.8;
	for (const part of hasRoom ? [dialog, ...dialog.children] : [])
		if (part.scrollHeight > part.clientHeight + 1) found.push(part.localName + " of the dialog");
	return found;`;

let webKit: WebKit;

test.beforeAll(async () => {
	webKit = await openWebKit(await freePort());
});

test.afterAll(async () => {
	await webKit.stop();
});

test("in Safari's engine the screens are whole, and a day's work is done by keyboard and mouse", async ({
	baseURL,
}) => {
	// why: it opens as many screens as thirty journeys, on a machine that may be busy.
	test.setTimeout(480_000);
	const { email, password } = accountOf("crestfield", "Super administrator");
	const home = `${baseURL}/crestfield`;
	await webKit.open(home);
	await webKit.read(`localStorage.setItem("matricula-tour", "seen")`);
	await webKit.click("input[name=username]");
	await webKit.press(email, "Tab", password, "Enter");
	await webKit.until("the login leads on", `return location.pathname !== "/crestfield"`);
	await webKit.open(`${home}/applicants`);
	const first = await webKit.until<string>(
		"a list of applicants",
		`return document.querySelector("main tbody a[href*='/applicants/']")?.getAttribute("href").split("?")[0].split("/").at(-1)`,
	);

	for (const screen of screens) {
		await test.step(screen, async () => {
			await webKit.open(home + screen.replaceAll("first", first));
			await webKit.until(`the scripts of ${screen}`, scriptsStarted);
			expect(await webKit.read(cutOff), `cut off on ${screen}`).toEqual([]);
		});
	}

	await test.step("the palette finds an applicant and opens the record", async () => {
		await webKit.open(`${home}/applicants`);
		await webKit.until("the scripts", scriptsStarted);
		await webKit.press("Control+k");
		await webKit.until("the palette", `return document.activeElement?.placeholder === "Search or run a command"`);
		await webKit.press("musa");
		await webKit.until(
			"an applicant",
			`return document.querySelector("dialog[open] [role=option][data-value^='applicant:']")?.getAttribute("aria-selected") === "true"`,
		);
		await webKit.press("Enter");
		await webKit.until("the record", `return /Musa/.test(document.querySelector("dialog[open] h2")?.textContent)`);
	});

	await test.step("a stage is changed in its dialog", async () => {
		await webKit.open(`${home}/applicants/${first}/stage`);
		await webKit.until("the scripts", scriptsStarted);
		await webKit.read(`
			const stage = document.querySelector("dialog[open] select[name=stageId]");
			stage.value = [...stage.options].find(({ value, disabled }) => value && !disabled).value;
			stage.dispatchEvent(new Event("input", { bubbles: true }));
			stage.dispatchEvent(new Event("change", { bubbles: true }));`);
		await webKit.click("dialog[open] textarea");
		await webKit.press("All documents are here.");
		await webKit.click("dialog[open] footer button:not([disabled])");
		await webKit.until("the record again", `return !location.pathname.endsWith("/stage")`);
	});
});
