import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";

export const Card = ({ children, className }: { children: ReactNode; className?: string }) => (
	<div className={classNames("card", className)}>{children}</div>
);
