import { expect, test } from "vitest";
import { mailPage } from "#worker/gateways/mail/mail-page";

const page = mailPage({
	subject: "<Hello> & welcome",
	message: '<p>Dear Ada,</p><p>see <a href="https://a.example">the list</a></p>',
	institution: { id: "crest", name: "Crest & Field", address: null, logo: null, origin: "https://portal.example" },
	about: { applicationTitle: "Admission <26>", applicationNumber: "CF/26/1" },
});

test("an email is a complete HTML page that nothing in a name can break", () => {
	expect(page.html).toContain("<title>&lt;Hello&gt; &amp; welcome</title>");
	expect(page.html).toContain("Crest &amp; Field");
	expect(page.html).toContain("Admission &lt;26&gt;, application number CF/26/1");
	expect(page.html).toContain('<p>see <a href="https://a.example">the list</a></p>');
	expect(page.html).not.toMatch(/<(?:style|link|script|img)\b/);
});

test("an email shows the institution's logo from the address it is given, as an attribute that nothing can leave", () => {
	const logo = 'https://portal.example/logo?version="><script>';
	const { html } = mailPage({
		subject: "s",
		message: "m",
		institution: { id: "crest", name: "Crest", address: null, logo, origin: "https://portal.example" },
	});
	expect(html).toContain('<img src="https://portal.example/logo?version=&quot;&gt;&lt;script&gt;" alt=""');
});

test("the plain text says the same", () => {
	expect(page.text).toBe(
		"Dear Ada,\n\nsee the list (https://a.example)\n\n-- \nAdmission <26>, application number CF/26/1\nCrest & Field\n",
	);
});
