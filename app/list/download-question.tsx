import type { ReactNode } from "react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import type { Icon } from "#app/ui/icon";

interface DownloadQuestionProps {
	title: string;
	description: string;
	closeTo: string;
	formId: string;
	/** The page's key, by which a form that is sent twice starts one task. */
	idempotencyKey: string;
	label: string;
	icon: Icon;
	/** What the file holds. */
	children: ReactNode;
}

/** Asks whether to make a file in the background. The route's action answers with an error, or leads to the file. */
export const DownloadQuestion = (props: DownloadQuestionProps) => {
	const { formId, idempotencyKey, label, icon, children, ...dialog } = props;
	const answer = useKeptAnswer<{ error: string }>();
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			{...dialog}
			cancel
			footer={
				<Button form={formId} variant="primary" icon={icon} pending={isAwaiting}>
					{label}
				</Button>
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-3">
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				{children}
			</SignedInForm>
		</Dialog>
	);
};
