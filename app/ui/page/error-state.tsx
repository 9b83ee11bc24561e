import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/button";

export interface ErrorStateProps {
	/** The message of the error catalogue (§8), to the letter. */
	message: string;
	title?: string;
	/** The same address again: works without JavaScript. */
	retryTo?: string;
	/** The id by which support finds the request. */
	requestId?: string;
	action?: ReactNode;
}

export const ErrorState = ({ message, title, retryTo, requestId, action }: ErrorStateProps) => (
	<div role="alert" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
		<span aria-hidden className="mb-3 grid size-10 place-items-center rounded-lg bg-red-b text-red">
			<TriangleAlert size={20} strokeWidth={1.5} />
		</span>
		{title && <p className="font-medium">{title}</p>}
		<p className="max-w-md text-text-2">{message}</p>
		<div className="mt-4 flex flex-wrap justify-center gap-2 empty:hidden">
			{retryTo !== undefined && (
				<LinkButton to={retryTo} icon={RotateCw} replace>
					Try again
				</LinkButton>
			)}
			{action}
		</div>
		{requestId && <p className="mt-3 text-sm text-balance text-text-3">Request {requestId}</p>}
	</div>
);
