import { renderToStaticMarkup } from "react-dom/server";
import { Callout } from "#app/ui/callout";
import { WarningMark } from "#app/ui/marks";

/** Begins the title of a page that says what is wrong. entry.client.tsx takes it away, and the summary, where scripts run. */
const errorTitle = "Error: ";

interface FoundErrors {
	/** The place of the first form with an error among the page's forms. */
	formAt: number;
	/** Ids of the fields in error, in their order. */
	ids: readonly string[];
	/** As HTML, by the id of the field. */
	labels: ReadonlyMap<string, string>;
	errors: ReadonlyMap<string, string>;
}

/** Reads the fields that are marked as wrong, with their labels and messages. */
const findErrors = async (html: string): Promise<FoundErrors> => {
	let forms = 0;
	let formAt = -1;
	let id = "";
	const ids: string[] = [];
	const labels = new Map<string, string>();
	const errors = new Map<string, string>();
	const add = (to: Map<string, string>) => (chunk: Text) => {
		to.set(id, (to.get(id) ?? "") + chunk.text);
	};
	await new HTMLRewriter()
		.on("form", { element: () => void forms++ })
		.on("label[for]", {
			element: (label) => {
				id = label.getAttribute("for") ?? "";
			},
			text: add(labels),
		})
		.on("[aria-invalid='true'][id]", {
			element: (field) => {
				ids.push(field.getAttribute("id") ?? "");
				if (formAt < 0) formAt = forms - 1;
			},
		})
		.on("[id$='-errors']", {
			element: (list) => {
				id = list.getAttribute("id")?.replace(/-errors$/, "") ?? "";
			},
			text: add(errors),
		})
		.transform(new Response(html))
		.text();
	return { formAt, ids, labels, errors };
};

const summaryOf = ({ ids, labels, errors }: FoundErrors): string =>
	renderToStaticMarkup(
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else leads to what is wrong.
		<section aria-label="There is a problem" tabIndex={-1} autoFocus data-for-no-scripts>
			<Callout tone="danger" icon={WarningMark}>
				<p>There is a problem with</p>
				<ul>
					{ids.map((id) => (
						<li key={id}>
							<a
								href={`#${encodeURIComponent(id)}`}
								className="rounded-sm underline underline-offset-3"
								// biome-ignore lint/security/noDangerouslySetInnerHtml: text of this same page, escaped in it already.
								dangerouslySetInnerHTML={{ __html: labels.get(id)?.replace(/\*$/, "") || errors.get(id) || id }}
							/>
						</li>
					))}
				</ul>
			</Callout>
		</section>,
	);

/**
 * Says in a page without scripts what is wrong: "Error:" begins its title, and a summary above the form links to the
 * fields and takes the focus. why from the page: with scripts each form focuses its first wrong field itself.
 */
export const withErrorSummary = async (html: string, isRefused: boolean): Promise<string> => {
	const isMarked = html.includes('aria-invalid="true"');
	if (!isMarked && !isRefused) return html;
	const found = await findErrors(html);
	let forms = 0;
	const page = new HTMLRewriter().on("head > title", {
		element: (title) => void title.prepend(errorTitle).setAttribute("data-for-no-scripts", errorTitle),
	});
	if (found.formAt >= 0)
		page.on("[autofocus]", { element: (element) => void element.removeAttribute("autofocus") }).on("form", {
			element: (form) => {
				if (forms++ === found.formAt) form.before(summaryOf(found), { html: true });
			},
		});
	return page.transform(new Response(html)).text();
};
