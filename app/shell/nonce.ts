import { createContext, useContext } from "react";

/** The Content-Security-Policy nonce of the page being rendered; the browser does not need it. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = (): string | undefined => useContext(NonceContext);
