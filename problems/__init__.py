"""What a problem is: instances, text formats, rules, random boards, pictures.

Imports nothing else of doublecount. Each of the five problems is one package of the same layout:
``instance`` (types), ``formats`` (the judge's text), ``rules`` (is this answer valid?), ``generate``
(random boards), ``simpler`` (shrinking), ``relations`` (what must hold between answers), ``picture``,
``scopes`` (small worlds to be tried from end to end), ``changes`` (small steps in search of hard boards).
The package itself ties them into one ``PROBLEM``.
"""
