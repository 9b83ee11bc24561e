import { beforeAll, expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { designFormat } from "#worker/services/form-designs/contract";
import { templateFormat } from "#worker/services/templates/files.contract";

let browser: Browser;
let base = "";
beforeAll(async () => {
	const { id: organisationId } = await createOrganisation();
	base = `/${organisationId}`;
	({ browser } = await signedInBrowser(await createStaff({ organisationId })));
});

// why without workflows: their own tests import them too, with what is left out.
const imports = [
	{
		one: "form",
		path: "forms/import",
		list: "forms",
		file: { format: designFormat, title: "From elsewhere", layout: { sections: [] } },
		opens: /^\/[\w-]+\/forms\/[\w-]+$/,
	},
	{
		one: "template",
		path: "templates/import?type=document",
		list: "templates?type=document",
		file: { format: templateFormat, name: "From elsewhere", type: "email", subject: "Hello", content: "<p>Hello</p>" },
		opens: /^\/[\w-]+\/manage-template\?id=[\w-]+$/,
	},
];

test.each(imports)(
	"imports a $one from text, and says what is wrong where",
	async ({ one, path, list, file, opens }) => {
		const address = `${base}/${path}`;
		const send = async (fields: Record<string, string | File>) => {
			const form = openForm(await (await browser.get(address)).text(), "import-form");
			for (const [name, value] of Object.entries(fields)) form.set(name, value);
			const response = await browser.post(address, form);
			return { status: response.status, to: response.headers.get("location") ?? "", page: await response.text() };
		};
		const dialog = await (await browser.get(address)).text();
		expect(linkOf(dialog, "Cancel")).toBe(`${base}/${list}`);
		expect(dialog, "nothing else can be chosen").not.toContain('name="option"');
		const empty = await send({});
		expect([empty.status, textOf(empty.page)]).toEqual([
			422,
			expect.stringContaining("Choose a file, or paste its text."),
		]);
		const broken = await send({ text: '{\n"format": yes\n}' });
		expect([broken.status, textOf(broken.page)]).toEqual([
			422,
			expect.stringContaining("This is not JSON: line 2 is wrong, from “yes”."),
		]);
		const strange = await send({ text: JSON.stringify({ ...file, colour: "red" }) });
		expect(textOf(strange.page)).toContain("colour: this is not known here. Remove it.");
		const text = JSON.stringify({ ...file, format: "another" });
		const wrong = await send({ text });
		expect([wrong.status, textOf(wrong.page)]).toEqual([422, expect.stringContaining("format: The format must be “")]);
		expect(openForm(wrong.page, "import-form").get("text"), "what was pasted stays").toBe(text);
		const made = await send({ file: new File([JSON.stringify(file)], `${one}.json`, { type: "application/json" }) });
		expect([made.status, made.to]).toEqual([302, expect.stringMatching(opens)]);
		expect(textOf(await (await browser.get(made.to)).text())).toContain("“From elsewhere” was imported");
	},
);
