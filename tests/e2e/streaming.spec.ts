import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { bundle } from "../../worker/local/build.mjs";
import { serve } from "../../worker/local/serve.mjs";
import { expect, expectAccessibleLayout, expectNoAxeViolations, hydrated, test } from "./fixtures";

// why: a part is slow when the services are remote; here they are the tests' own, behind a proxy that can wait.
test.describe.configure({ mode: "serial" });

const list = "/lagoon/applicants";
const needs = "/api/statistics/candidate-needs";
const views = "/api/candidate-views?counted=true";

let portal: Awaited<ReturnType<typeof serve>>;
let line: Server;
let origin: string;
/** The address to which the proxy forwards. */
let services: URL;
let state: string;
/** Responses that wait, and those that are refused, by the beginnings of their addresses. */
let held: { prefix: string; until: Promise<void> }[] = [];
let refused: string[] = [];

/** Holds these responses from now on until they are released. */
const hold = (...prefixes: string[]) => {
	const { promise, resolve } = Promise.withResolvers<void>();
	held = prefixes.map((prefix) => ({ prefix, until: promise }));
	return resolve;
};

test.beforeAll(async () => {
	line = createServer(async (incoming, answer) => {
		const { url = "", method, headers } = incoming;
		if (refused.some((prefix) => url.startsWith(prefix))) {
			answer.writeHead(500, { "content-type": "application/json" });
			return answer.end('{"error":"Something went wrong.","code":"internal"}');
		}
		await held.find(({ prefix }) => url.startsWith(prefix))?.until;
		const onward = forward({ port: services.port, path: url, method, headers }, (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(answer);
		});
		onward.on("error", () => answer.destroy());
		return incoming.pipe(onward);
	});
	await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
	const free = createServer();
	await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
	const { port } = free.address() as AddressInfo;
	await new Promise((resolve) => free.close(resolve));
	state = mkdtempSync(join(tmpdir(), "matricula-e2e-streaming-"));
	origin = `http://localhost:${port}`;
	portal = await serve({
		port,
		persistTo: state,
		script: bundle,
		vars: {
			ENVIRONMENT: "development",
			PORTAL_ORIGIN: origin,
			SECRET: "a secret that only the browser tests know",
			CLIENT_SECRET: "client secret of the browser tests",
			SERVICES_URL: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
		},
		onLog: () => {},
		sweepEveryMs: 2 ** 30,
	});
});
test.beforeEach(({ portal: { origin } }) => {
	services = new URL(origin);
});
test.afterEach(() => {
	held = [];
	refused = [];
});
test.afterAll(async () => {
	await portal.stop();
	line.close();
	rmSync(state, { recursive: true, force: true });
});

const coming = (page: Page) => page.getByRole("status").filter({ hasText: "Loading what needs you" });
const needsYou = (page: Page) => page.getByText("Needs you", { exact: true });
const firstRow = (page: Page) => page.getByRole("table", { name: "Applicants" }).getByRole("row").nth(1);

/** Opens the list once, so that the server knows that the browser runs scripts. */
const openOnce = async (page: Page) => {
	await page.goto(origin + list);
	await hydrated(page);
};

test("the rows appear and work while the counts are loading, and do not move when they arrive", async ({
	page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await openOnce(page);
	await expect(coming(page), "the first page was complete").toHaveCount(0);
	const release = hold(needs, views);
	await page.goto(origin + list, { waitUntil: "commit" });
	await expect(firstRow(page).getByRole("link")).toBeVisible();
	await expect(coming(page)).toBeVisible();
	await hydrated(page);
	await expectNoAxeViolations(page);
	await page.setViewportSize({ width: 360, height: 740 });
	await expectAccessibleLayout(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	const before = await firstRow(page).boundingBox();
	release();
	await expect(needsYou(page)).toBeVisible();
	await expect(coming(page)).toHaveCount(0);
	expect(await firstRow(page).boundingBox()).toEqual(before);
	await firstRow(page).getByRole("link").click();
	await expect(page.getByRole("dialog")).toBeVisible();
});

test("an applicant opens before the neighbours are loaded; then the keys lead to them", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await openOnce(page);
	const href = (await firstRow(page).getByRole("link").getAttribute("href")) ?? "";
	const id = /applicants\/([^?]+)/.exec(href)?.[1] ?? "";
	const release = hold(`/api/candidates/${id}/neighbours`);
	await firstRow(page).getByRole("link").click();
	const sheet = page.getByRole("dialog");
	await expect(sheet.getByRole("heading", { level: 2 }).first()).toBeVisible();
	await expect(sheet.getByText("Loading the neighbours")).toBeAttached();
	await expectNoAxeViolations(page, "dialog");
	release();
	await expect(sheet.getByRole("link", { name: "Next applicant" })).toBeVisible();
	await page.keyboard.press("j");
	await expect(page).not.toHaveURL(new RegExp(id));
});

test("a part that fails says so in its place, and is loaded again there", async ({ page, signIn }) => {
	await signIn(page, "lagoon", "Super administrator", null);
	await openOnce(page);
	refused = [needs];
	await page.goto(origin + list);
	const alert = page.getByRole("alert").filter({ hasText: "Something went wrong." });
	await expect(alert).toBeVisible();
	await expect(firstRow(page).getByRole("link")).toBeVisible();
	await hydrated(page);
	await expectNoAxeViolations(page);
	refused = [];
	await alert.getByRole("link", { name: "Try again" }).click();
	await expect(needsYou(page)).toBeVisible();
	await expect(alert).toHaveCount(0);
});

test("without JavaScript the page arrives complete, also where scripts ran before", async ({
	withoutJavaScript: page,
	signIn,
}) => {
	await signIn(page, "lagoon", "Super administrator", null);
	let release = hold(needs, views);
	const opening = page.goto(origin + list);
	release();
	await opening;
	await expect(needsYou(page)).toBeVisible();
	await expect(coming(page)).toHaveCount(0);

	await page.context().addCookies([{ name: "matricula-scripts", value: "on", url: origin }]);
	release = hold(needs);
	const streamed = page.goto(origin + list);
	await expect(coming(page)).toBeVisible();
	release();
	await streamed;
	await page.reload();
	await expect(needsYou(page), "one reload loads the missing part").toBeVisible();
	await expect(coming(page)).toHaveCount(0);
});
