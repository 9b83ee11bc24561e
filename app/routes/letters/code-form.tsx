import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { Button } from "#app/ui/button";
import { TextField } from "#app/ui/form/text-field";
import { codeLength } from "#worker/contract/text/letter-code";

interface CodeFormProps {
	orgName: string;
	/** What was typed before. */
	typed?: string;
	error?: string;
}

/** Asks for the code of a letter. The response is a page with an address of its own. */
export const CodeForm = ({ orgName, typed = "", error }: CodeFormProps) => (
	<Form method="get" action={`/${orgName}/verify`} className="grid justify-items-start gap-4">
		<TextField
			name="code"
			label="Code on the letter"
			description={`${codeLength} letters and digits, below the text of the letter.`}
			className="w-full max-w-96"
			defaultValue={typed}
			errors={error === undefined ? undefined : [error]}
			maxLength={64}
			autoComplete="off"
			autoCapitalize="characters"
			spellCheck={false}
			required
		/>
		<Button variant="primary" icon={Search}>
			Check letter
		</Button>
	</Form>
);
