import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import type { Choice } from "#app/ui/form/choice";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";

interface GroupDialogProps {
	title: string;
	submitLabel: string;
	closeTo: string;
	name: string;
	applicationId: string;
	choices: readonly Choice[];
	idempotencyKey?: string;
	result: SubmissionResult | undefined;
}

const formId = "candidate-group";

/** A candidate group's name, and the application that its people are expected to apply to. */
export const GroupDialog = (props: GroupDialogProps) => {
	const { title, submitLabel, closeTo, name, applicationId, choices, idempotencyKey, result } = props;
	const navigation = useNavigation();
	const { formErrors, errorsOf, typed } = serverAnswer(result);
	return (
		<Dialog
			title={title}
			closeTo={closeTo}
			footer={
				<Button form={formId} variant="primary" pending={navigation.formMethod === "POST"}>
					{submitLabel}
				</Button>
			}
		>
			<SignedInForm method="post" id={formId} noValidate className="grid gap-4">
				{idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
				<FormErrors errors={formErrors} />
				<TextField
					name="name"
					label="Name"
					required
					maxLength={120}
					autoFocusInDialog
					defaultValue={result ? typed("name") : name}
					errors={errorsOf("name")}
				/>
				<ComboboxField
					name="applicationId"
					label="Application"
					description="Whoever of the group applies to it is counted, and told from those who are still expected."
					options={choices}
					placeholder="None yet"
					defaultValue={result ? typed("applicationId") : applicationId}
					errors={errorsOf("applicationId")}
				/>
			</SignedInForm>
		</Dialog>
	);
};
