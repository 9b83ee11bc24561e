import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";

interface ConfirmDialogProps {
	title: string;
	submitLabel: string;
	closeTo: string;
	error: string | undefined;
	idempotencyKey?: string;
	/** Whether it cannot be done, as the text says: without a button that does it. */
	isImpossible?: boolean;
	children: ReactNode;
}

const formId = "confirm";

export const ConfirmDialog = (props: ConfirmDialogProps) => {
	const { title, submitLabel, closeTo, error, idempotencyKey, isImpossible = false, children } = props;
	const navigation = useNavigation();
	return (
		<Dialog
			title={title}
			closeTo={closeTo}
			footer={
				<>
					<LinkButton to={closeTo} replace preventScrollReset>
						Cancel
					</LinkButton>
					{!isImpossible && (
						<Button form={formId} variant="danger" pending={navigation.formMethod === "POST"}>
							{submitLabel}
						</Button>
					)}
				</>
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-4">
				{idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
				{error && (
					<Callout tone="danger" role="alert">
						{error}
					</Callout>
				)}
				<p>{children}</p>
			</SignedInForm>
		</Dialog>
	);
};
