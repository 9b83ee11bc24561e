import { expect, test } from "vitest";
import { htmlWithPills, sourceOfPills } from "#app/ui/form-fields/pill-source";

const drawn = (html: string) =>
	htmlWithPills(html).replace(/(<span [^>]*)><\/span>/g, '$1 class="pill" contenteditable="false">Label</span>');

test("draws the merge fields of a text, and gives the text back as it is stored", () => {
	const html =
		'<p>Dear <b>{{firstName}}</b> {{ lastName }}, <a href="https://a.example/{{x}}">see</a> {{odd "one" &amp; two}}</p>';
	expect(htmlWithPills("<p>{{firstName}}</p>")).toBe('<p><span data-merge-field="firstName"></span></p>');
	expect(sourceOfPills(drawn(html))).toBe(
		html.replace("{{ lastName }}", "{{lastName}}").replace('"one"', "&quot;one&quot;"),
	);
});

test.each(["<p>No field</p>", "<p>{{}} { {a} } {{<b>first</b>Name}}</p>", '<img alt="{{firstName}}">'])(
	"leaves %s as it is",
	(html) => {
		expect(htmlWithPills(html)).toBe(html);
		expect(sourceOfPills(html)).toBe(html);
	},
);
