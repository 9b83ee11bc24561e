import { Send } from "lucide-react";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Form } from "#app/ui/form/form";
import { TextareaField } from "#app/ui/form/textarea-field";

/** Why a reference was not sent, and everything that was posted with it, by name. */
export interface Unsent {
	error: string;
	posted: [string, string][];
}

interface UnsentReferenceProps extends Unsent {
	/** The link is not good any more: sending it again would not help. */
	isOver: boolean;
}

/** The page of a reference that was not kept: what was typed, to be copied, and to be sent again where that may help. */
export const UnsentReference = ({ error, posted, isOver }: UnsentReferenceProps) => (
	<main id="main" className="mx-auto grid max-w-3xl grid-cols-1 gap-4 p-5 max-sm:p-3">
		<h1 className="text-xl">Your reference was not sent</h1>
		<Callout tone="danger" role="alert">
			{error}
		</Callout>
		<TextareaField
			name="typed"
			label="What you typed"
			description="Nothing of it is lost: copy what you want to keep."
			readOnly
			rows={12}
			defaultValue={typedIn(posted)}
		/>
		{!isOver && (
			<Form method="post">
				{posted.map(([name, value], index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes, where a name may stand twice.
					<input key={index} type="hidden" name={name} value={value} />
				))}
				<Button variant="primary" icon={Send}>
					Send again
				</Button>
			</Form>
		)}
	</main>
);

/** why: names that begin with a tilde are the page's own; whoever typed knows their answers without the questions. */
const typedIn = (posted: Unsent["posted"]): string =>
	posted
		.filter(([name, value]) => !name.startsWith("~") && value.trim() !== "")
		.map(([, value]) => typed(value))
		.join("\n\n");

const typed = (value: string): string => {
	// why: a ticked box sends no more than that it is.
	if (value === "true") return "Yes";
	return isRich.test(value) ? withoutTags(value) : value;
};

/** Does the value look as the rich text editor sends it? */
const isRich = /^\s*<(p|h3|ul|ol|blockquote)\b/;

/** why not the server's reader: this page must come up in a browser that is offline, of HTML that its own editor wrote. */
const withoutTags = (html: string): string =>
	html
		.replace(/<br\b[^<>]*>|<\/(?:p|h3|li|blockquote)>/g, "\n")
		.replace(/<[^<>]*>/g, "")
		.replace(/&(lt|gt|amp|nbsp);/g, (_, name: string) => entities[name] ?? "")
		.trim();

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", nbsp: "\u00a0" };
