import { formatCount } from "#app/format/numbers";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { intentName } from "#app/ui/form-fields/field-names";

interface CloseQuestionProps {
	answer: { formErrors: string[] } | undefined;
	changes: number;
	/** The query text of the step below the question. */
	here: string;
	sheet: string;
}

export const CloseQuestion = ({ answer, changes, here, sheet }: CloseQuestionProps) => (
	<Dialog
		title="Close the form?"
		description={`${formatCount(changes, "changed answer")} not saved.`}
		closeTo={here}
		width={460}
		footer={
			<SignedInForm id="close-form" method="post" action={here} className="flex flex-wrap justify-end gap-2.5">
				<Button variant="danger" name={intentName} value="discard">
					Discard
				</Button>
				<LinkButton to={sheet}>Keep for later</LinkButton>
				<LinkButton variant="primary" to={here} replace data-autofocus>
					Keep editing
				</LinkButton>
			</SignedInForm>
		}
	>
		<FormErrors errors={answer?.formErrors} />
		<p>What you keep for later is offered to you when you open this form again. Nobody else sees it.</p>
	</Dialog>
);
