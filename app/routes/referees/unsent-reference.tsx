import { Send } from "lucide-react";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Form } from "#app/ui/form/form";
import { TextareaField } from "#app/ui/form/textarea-field";

/** Why a reference was not sent, and all its posted values by name. */
export interface Unsent {
	error: string;
	posted: [string, string][];
}

interface UnsentReferenceProps extends Unsent {
	/** True when the link is invalid for good, so that sending again would not help. */
	isOver: boolean;
}

/** The page of an unsent reference: the typed text to copy, and a button to send it again where that may help. */
export const UnsentReference = ({ error, posted, isOver }: UnsentReferenceProps) => (
	<main id="main" className="mx-auto grid max-w-3xl grid-cols-1 gap-4 p-5 max-sm:p-3">
		<h1 className="text-xl">Your reference was not sent</h1>
		<Callout tone="danger" role="alert">
			{error}
		</Callout>
		<TextareaField
			name="typed"
			label="What you typed"
			description="Nothing is lost: copy what you want to keep."
			readOnly
			rows={12}
			defaultValue={typedIn(posted)}
		/>
		{!isOver && (
			<Form method="post">
				{posted.map(([name, value], index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a name may repeat.
					<input key={index} type="hidden" name={name} value={value} />
				))}
				<Button variant="primary" icon={Send}>
					Send again
				</Button>
			</Form>
		)}
	</main>
);

/** why: names that begin with a tilde are the page's own; the questions cannot be loaded here. */
const typedIn = (posted: Unsent["posted"]): string =>
	posted
		.filter(([name, value]) => !name.startsWith("~") && value.trim() !== "")
		.map(([, value]) => typed(value))
		.join("\n\n");

const typed = (value: string): string => {
	// why: a ticked box sends only `true`.
	if (value === "true") return "Yes";
	return isRich.test(value) ? withoutTags(value) : value;
};

/** Matches text that comes from the rich text editor. */
const isRich = /^\s*<(p|h3|ul|ol|blockquote)\b/;

/** why not the server's reader: this page must work offline in the browser, on HTML of its own editor. */
const withoutTags = (html: string): string =>
	html
		.replace(/<br\b[^<>]*>|<\/(?:p|h3|li|blockquote)>/g, "\n")
		.replace(/<[^<>]*>/g, "")
		.replace(/&(lt|gt|amp|nbsp);/g, (_, name: string) => entities[name] ?? "")
		.trim();

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", nbsp: "\u00a0" };
