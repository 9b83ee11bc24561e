import { useLocation, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { isUnanswered } from "#app/api/unanswered";
import { intentName, readCopyIntent } from "#app/ui/form-fields/field-names";

/** Returns a React key that changes when a repeat is added or removed, because the fields after it move. */
export const useDrawing = (answer: unknown): string => {
	const { key } = useLocation();
	const { state, formData } = useNavigation();
	const [drawing, setDrawing] = useState({ key, isCopying: false });
	const intent = formData?.get(intentName);
	const isCopying = typeof intent === "string" && readCopyIntent(intent) !== undefined;
	if (isCopying && !drawing.isCopying) setDrawing({ ...drawing, isCopying });
	if (state === "idle" && drawing.isCopying)
		setDrawing({ key: isUnanswered(answer) ? drawing.key : key, isCopying: false });
	return drawing.key;
};
