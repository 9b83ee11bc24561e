import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, expectAccessibleAtBothWidths, hydrated, searchable, test } from "./fixtures";
import type { Portal } from "./portal";

/** Gives Crestfield more applications than a list offers, copies of one that it has. */
const addApplications = (portal: Portal) => {
	const folder = join(portal.state(), "v3/d1/miniflare-D1DatabaseObject");
	const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
	const database = new DatabaseSync(join(folder, file ?? ""), { timeout: 20_000 });
	database.exec(`INSERT INTO applications (organisation_id, id, title, form_design_id, workflow_id, created_at)
		SELECT organisation_id, 'of-many-' || copy.value, 'Intake ' || copy.value || ' of many', form_design_id, workflow_id,
			created_at - copy.value
		FROM (SELECT * FROM applications WHERE organisation_id = 'crestfield' ORDER BY created_at, id LIMIT 1)
			CROSS JOIN (WITH RECURSIVE counted (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM counted WHERE value < 120)
				SELECT value FROM counted) AS copy`);
	database.close();
};

test("one of more applications than are offered is chosen by typing, and keeps the focus", async ({
	page,
	portal,
	signIn,
}) => {
	addApplications(portal);
	await signIn(page, "crestfield", "Super administrator", "/crestfield/dashboard?period=all");
	await hydrated(page);
	const field = page.getByRole("combobox", { name: "Application" });
	// why in its list: the selects beside it have options too.
	const options = page.getByRole("listbox").getByRole("option");
	await searchable(field);
	await expect(field).toHaveValue("All applications");
	await expectAccessibleAtBothWidths(page);
	await field.focus();
	await field.fill("intake 120");
	await expect(options).toHaveText(["Intake 120 of many"]);
	await field.press("Enter");
	await expect(page).toHaveURL("/crestfield/dashboard?application=of-many-120&period=all");
	await expect(page.getByRole("heading", { name: /^What needs you today/ })).toContainText("Intake 120 of many");
	await expect(field).toHaveValue("Intake 120 of many");
	await expect(field).toBeFocused();
	await page.getByLabel("Period").selectOption("Last 7 days");
	await expect(page).toHaveURL(/application=of-many-120.*period=week|period=week.*application=of-many-120/);
	await page.goBack();
	await page.goBack();
	await expect(page).toHaveURL("/crestfield/dashboard?period=all");
	await expect(field, "another address shows its own").toHaveValue("All applications");
	await page.goForward();
	await expect(field).toHaveValue("Intake 120 of many");
	await field.focus();
	await field.fill("");
	await expect(options.first()).toHaveText("All applications");
	await options.first().click();
	await expect(page).toHaveURL("/crestfield/dashboard?period=all");
});
