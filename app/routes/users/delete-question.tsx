import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";

interface DeleteQuestionProps {
	title: string;
	closeTo: string;
	error: string | undefined;
	/** Whether it cannot be deleted, as the text says. */
	isImpossible: boolean;
	children: ReactNode;
}

const formId = "delete";

export const DeleteQuestion = ({ title, closeTo, error, isImpossible, children }: DeleteQuestionProps) => {
	const { formMethod } = useNavigation();
	return (
		<Dialog
			title={title}
			closeTo={closeTo}
			footer={
				<>
					<LinkButton to={closeTo} replace preventScrollReset>
						{isImpossible ? "Close" : "Cancel"}
					</LinkButton>
					{!isImpossible && (
						<Button form={formId} variant="danger" pending={formMethod === "POST"}>
							{title}
						</Button>
					)}
				</>
			}
		>
			<SignedInForm id={formId} className="grid gap-3">
				{error && (
					<Callout tone="danger" role="alert">
						{error}
					</Callout>
				)}
				<div>{children}</div>
			</SignedInForm>
		</Dialog>
	);
};
