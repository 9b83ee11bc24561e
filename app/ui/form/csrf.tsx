import { createContext, useContext } from "react";

/** The token that ties a form to the session it is shown in; the signed-in frame provides it. */
export const CsrfContext = createContext<string | undefined>(undefined);

/** The hidden field by which `readSignedInForm` knows that a page of this session sent the form. */
export const CsrfField = () => {
	const csrf = useContext(CsrfContext);
	return csrf ? <input type="hidden" name="csrf" value={csrf} /> : null;
};
